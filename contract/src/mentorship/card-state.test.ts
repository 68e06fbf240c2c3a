import { expect, test } from 'vitest'
import { cardState } from './card-state.ts'

const now = new Date('2026-11-15T06:30:00Z')
const endDate = '2026-11-17T23:59:00+05:30'

test.each(['NOT_STARTED', 'ONGOING', 'COMPLETED'] as const)(
  '[MEN-09] a member who is done sees that the partner is yet to complete, with the partner at %s',
  (partnerStatus) => {
    expect(cardState({ sessionStatus: 'PARTIAL_COMPLETE', partnerStatus, endDate }, now)).toEqual({ says: 'partnerOpen' })
  },
)

test('[MEN-09] a session completed by all shows as completed, even long after its due date', () => {
  const late = '2026-11-01T23:59:00+05:30'
  expect(cardState({ sessionStatus: 'COMPLETED', partnerStatus: 'COMPLETED', endDate: late }, now)).toEqual({ says: 'completed' })
})

test.each(['NOT_STARTED', 'ONGOING'] as const)(
  '[MEN-09] at %s, with the partner done, the card shows the due date',
  (sessionStatus) => {
    const state = cardState({ sessionStatus, partnerStatus: 'COMPLETED', endDate }, now)
    expect(state).toEqual({ says: 'completeBy', endDate, colour: 'yellow' })
  },
)

test.each(['NOT_STARTED', 'ONGOING'] as const)('with the partner at %s the card shows the time left', (partnerStatus) => {
  const state = cardState({ sessionStatus: 'ONGOING', partnerStatus, endDate }, now)
  expect(state).toEqual({ says: 'timeLeft', days: 2, colour: 'yellow' })
})

test('without a due date the card says so in red', () => {
  const open = { sessionStatus: 'ONGOING', endDate: null } as const
  expect(cardState({ ...open, partnerStatus: 'ONGOING' }, now)).toEqual({ says: 'timeLeft', days: null, colour: 'red' })
  expect(cardState({ ...open, partnerStatus: 'COMPLETED' }, now)).toEqual({ says: 'completeBy', endDate: null, colour: 'red' })
})
