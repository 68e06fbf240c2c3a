import { expect, test } from 'vitest'
import { openTimesOf, visitStatusAt } from './access.ts'

const start = new Date('2026-11-14T14:00:00Z')
const at = (minutes: number, seconds = 0) => new Date(start.getTime() + minutes * 60_000 + seconds * 1_000)
const planned = openTimesOf(start, true)
const invited = openTimesOf(start, false)

test.each([
  { name: 'eleven minutes before it starts', now: at(-11), is: 'early' },
  { name: 'one second before it opens', now: at(-10, -1), is: 'early' },
  { name: 'ten minutes before it starts', now: at(-10), is: 'open' },
  { name: 'one second before three hours have passed', now: at(180, -1), is: 'open' },
  { name: 'three hours after it started', now: at(180), is: 'late' },
])('[VID-02] the link of an event is $is $name', ({ now, is }) => {
  expect(visitStatusAt(now, planned)).toBe(is)
})

test.each([
  { name: 'immediately', now: start, is: 'open' },
  { name: 'three hours and a second after it was sent', now: at(180, 1), is: 'late' },
])('[VID-01] an invite is $is $name', ({ now, is }) => {
  expect(visitStatusAt(now, invited)).toBe(is)
})
