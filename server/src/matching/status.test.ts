import { expect, test } from 'vitest'
import { matchingStateOf } from './status.ts'

const nothing = { isSeeking: false, hasPlace: false, awaitsMentor: false, hasToDecide: false, hasFormingGroup: false }
const seeking = { ...nothing, isSeeking: true }

test.each([
  ['a person outside the pool', nothing, 1, null],
  ['a person in the pool', seeking, 1, 'READY'],
  ['a person with an offer to decide', { ...seeking, hasToDecide: true }, 2, 'READY'],
  ['a mentee who has chosen', { ...seeking, awaitsMentor: true }, 3, 'ON_HOLD'],
  ['a mentee with a place in a group', { ...seeking, hasPlace: true }, 4, 'GROUP_HOLD'],
  ['a mentor with a forming group', { ...seeking, hasFormingGroup: true }, 4, 'GROUP_HOLD'],
  ['the same mentor with more offers to decide', { ...seeking, hasFormingGroup: true, hasToDecide: true }, 2, 'READY'],
] as const)('%s has the right screen and status', (_who, facts, screen, status) => {
  expect(matchingStateOf(facts)).toMatchObject({ screen, status })
})

test('each screen has its pair status', () => {
  const words = [seeking, { ...seeking, hasToDecide: true }, { ...seeking, awaitsMentor: true }, { ...seeking, hasPlace: true }]
  expect(words.map((facts) => matchingStateOf(facts).pairStatus)).toEqual([
    'default',
    'potential_match',
    'awaiting_mentor_response',
    'group_hold',
  ])
})
