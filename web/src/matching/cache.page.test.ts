import { expect, test } from 'vitest'
import { historyDays, isUnavailable } from './cache.ts'
import { match } from './matching.fake.ts'
import { stepsOf } from './screen/texts.tsx'

test('[MAT-01] the history is grouped by the day in India, wherever the reader is', () => {
  // Half past midnight in India is still the day before in London.
  const late = match({ updatedTimestamp: '2026-11-14T19:00:00Z' })
  const early = match({ updatedTimestamp: '2026-11-14T18:00:00Z' })
  expect(historyDays([{ matchTrackers: [late, early] }])).toEqual([
    { day: '2026-11-15', matches: [late] },
    { day: '2026-11-14', matches: [early] },
  ])
})

test('a match that moved to a later page is shown once', () => {
  const slipped = match({ updatedTimestamp: '2026-11-14T10:00:00+05:30' })
  expect(historyDays([{ matchTrackers: [slipped] }, { matchTrackers: [slipped] }])).toEqual([
    { day: '2026-11-14', matches: [slipped] },
  ])
})

test.each([
  [1, 'mentee', '1to1', ['now', 'next', 'next']],
  [2, 'mentee', '1to1', ['done', 'now', 'next']],
  [3, 'mentee', '1to1', ['done', 'done', 'now']],
  [4, 'mentee', '1to1', ['done', 'done', 'done']],
  [1, 'mentor', '1to1', ['now', 'next']],
  [2, 'mentor', '1to1', ['done', 'now']],
  [4, 'mentor', '1toM', ['done', 'done']],
  [1, 'mentee', '1toM', ['now']],
  [4, 'mentee', '1toM', ['done']],
] as const)('[MAT-01] on screen %i a %s of a %s sees the steps %o', (screen, part, userMatchType, states) => {
  expect(stepsOf(screen, { isMentor: part === 'mentor', userMatchType }).map(({ state }) => state)).toEqual(states)
})

test('isUnavailable is true only for choices that came too late', () => {
  expect(isUnavailable('MENTOR_UNAVAILABLE')).toBe(true)
  expect(isUnavailable('MENTEE_UNAVAILABLE')).toBe(true)
  expect(isUnavailable('ON_HOLD')).toBe(false)
})
