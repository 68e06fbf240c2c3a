import { describe, expect, test } from 'vitest'
import { closedUntil } from './blackout.ts'

const india = (text: string) => new Date(`${text}+05:30`)
const open = { blackoutUntil: null }
const night = { begins: '22:00:00', ends: '06:30:00' }
const lunch = { begins: '13:00', ends: '14:00' }

describe('[CHT-17] closedUntil', () => {
  test.each([
    ['is null if nothing closes the channel', '2026-11-14T12:00:00', null, null, null],
    ['is the end of the blackout', '2026-11-14T12:00:00', '2026-11-14T15:00:00', null, '2026-11-14T15:00:00'],
    ['is null at the end of the blackout', '2026-11-14T15:00:00', '2026-11-14T15:00:00', null, null],
    ['is the end of quiet hours in the day', '2026-11-14T13:30:00', null, lunch, '2026-11-14T14:00:00'],
    ['includes the start of quiet hours', '2026-11-14T13:00:00', null, lunch, '2026-11-14T14:00:00'],
    ['excludes the end of quiet hours', '2026-11-14T14:00:00', null, lunch, null],
    ['is tomorrow in the evening of a quiet night', '2026-11-14T23:00:00', null, night, '2026-11-15T06:30:00'],
    ['is this morning after midnight', '2026-11-15T02:00:00', null, night, '2026-11-15T06:30:00'],
    ['is null between two quiet nights', '2026-11-15T12:00:00', null, night, null],
    [
      'is the end of the quiet hours if they end last',
      '2026-11-14T21:00:00',
      '2026-11-14T23:00:00',
      night,
      '2026-11-15T06:30:00',
    ],
    ['is the end of the blackout if it ends last', '2026-11-15T02:00:00', '2026-11-15T09:00:00', night, '2026-11-15T09:00:00'],
    [
      'is the end of the quiet hours in which the blackout ends',
      '2026-11-14T12:00:00',
      '2026-11-15T05:00:00',
      night,
      '2026-11-15T06:30:00',
    ],
    [
      'is the end of the quiet hours that start when the blackout ends',
      '2026-11-15T03:00:00',
      '2026-11-15T22:00:00',
      night,
      '2026-11-16T06:30:00',
    ],
  ])('%s', (_what, now, blackoutUntil, quiet, until) => {
    const channel = blackoutUntil === null ? open : { blackoutUntil: india(blackoutUntil) }
    expect(closedUntil(india(now), channel, quiet)).toEqual(until === null ? null : india(until))
  })
})
