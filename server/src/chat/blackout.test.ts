import { describe, expect, test } from 'vitest'
import { closedUntil } from './blackout.ts'

const india = (text: string) => new Date(`${text}+05:30`)
const open = { blackoutUntil: null }
const night = { begins: '22:00:00', ends: '06:30:00' }
const lunch = { begins: '13:00', ends: '14:00' }

describe('[CHT-17] a conversation is closed', () => {
  test.each([
    ['by nothing', '2026-11-14T12:00:00', null, null, null],
    ['until the end of its own window', '2026-11-14T12:00:00', '2026-11-14T15:00:00', null, '2026-11-14T15:00:00'],
    ['no longer than that', '2026-11-14T15:00:00', '2026-11-14T15:00:00', null, null],
    ['in quiet hours of the day', '2026-11-14T13:30:00', null, lunch, '2026-11-14T14:00:00'],
    ['from their first moment', '2026-11-14T13:00:00', null, lunch, '2026-11-14T14:00:00'],
    ['and not at their end', '2026-11-14T14:00:00', null, lunch, null],
    ['in the evening until tomorrow', '2026-11-14T23:00:00', null, night, '2026-11-15T06:30:00'],
    ['after midnight until this morning', '2026-11-15T02:00:00', null, night, '2026-11-15T06:30:00'],
    ['not in between', '2026-11-15T12:00:00', null, night, null],
    ['by both, until the later', '2026-11-14T21:00:00', '2026-11-14T23:00:00', night, '2026-11-15T06:30:00'],
    ['by both, the window being the later', '2026-11-15T02:00:00', '2026-11-15T09:00:00', night, '2026-11-15T09:00:00'],
    ['by a window that ends in the quiet hours', '2026-11-14T12:00:00', '2026-11-15T05:00:00', night, '2026-11-15T06:30:00'],
    ['where they touch', '2026-11-15T03:00:00', '2026-11-15T22:00:00', night, '2026-11-16T06:30:00'],
  ])('%s', (_what, now, blackoutUntil, quiet, until) => {
    const channel = blackoutUntil === null ? open : { blackoutUntil: india(blackoutUntil) }
    expect(closedUntil(india(now), channel, quiet)).toEqual(until === null ? null : india(until))
  })
})
