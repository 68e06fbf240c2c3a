import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'

const nothing = { isSeeking: false, hasPlace: false, awaitsMentor: false, hasToDecide: false, gathersGroup: false }
const seeking = { ...nothing, isSeeking: true }

test.each([
  ['who looks for nobody', nothing, 1, null],
  ['who is being looked for', seeking, 1, 'READY'],
  ['who has something to decide', { ...seeking, hasToDecide: true }, 2, 'READY'],
  ['a mentee who has chosen', { ...seeking, awaitsMentor: true }, 3, 'ON_HOLD'],
  ['a mentee with a place in a group', { ...seeking, hasPlace: true }, 4, 'GROUP_HOLD'],
  ['a mentor whose group is coming together', { ...seeking, gathersGroup: true }, 4, 'GROUP_HOLD'],
  ['the same mentor with more to choose from', { ...seeking, gathersGroup: true, hasToDecide: true }, 2, 'READY'],
] as const)('%s', (_who, facts, screen, status) => {
  expect(standingOf(facts)).toMatchObject({ screen, status })
})

test('each screen has its word for where a pair stands', () => {
  const words = [seeking, { ...seeking, hasToDecide: true }, { ...seeking, awaitsMentor: true }, { ...seeking, hasPlace: true }]
  expect(words.map((facts) => standingOf(facts).pairStatus)).toEqual([
    'default',
    'potential_match',
    'awaiting_mentor_response',
    'group_hold',
  ])
})
