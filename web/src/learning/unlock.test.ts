import type { Experiences } from '@saathi/contract/accounts/entities'
import { expect, test } from 'vitest'
import { completedCount, twoDigits, unlockOf } from './unlock.ts'
import { sessionCard } from './cards/session-card.fake.ts'

const flags: Experiences = {
  curriculum: 'off',
  session: 'use',
  video: 'off',
  survey: 'off',
  internship: 'off',
  chattype: 'off',
  chatStatus: { mentorshipChat: 'off', aiChat: 'off', helpCenter: 'off' },
}

test('only completed learning-hub sessions count', () => {
  const mine = [
    sessionCard({ sessionStatus: 'COMPLETED' }),
    sessionCard({ sessionStatus: 'COMPLETED', isLearningHub: false }),
    sessionCard({ sessionStatus: 'PARTIAL_COMPLETE' }),
    sessionCard({ sessionStatus: 'ONGOING' }),
  ]
  expect(completedCount(mine)).toBe(1)
})

test('the remaining count is never negative', () => {
  expect(unlockOf({ ...flags, curriculum: 'show' }, 3)).toEqual({
    goal: 'mentorship',
    completed: 3,
    remaining: 2,
    isOpen: false,
  })
  expect(unlockOf({ ...flags, curriculum: 'use' }, 9)).toMatchObject({ remaining: 0, isOpen: true })
})

test('five completed sessions do not open mentorship without the flag', () => {
  expect(unlockOf({ ...flags, curriculum: 'show' }, 5).isOpen).toBe(false)
  expect(unlockOf({ ...flags, curriculum: 'use' }, 0).isOpen).toBe(true)
})

test('without mentorship the goal is the internship, and without both none', () => {
  expect(unlockOf({ ...flags, internship: 'show' }, 1)).toMatchObject({ goal: 'internship', isOpen: false })
  expect(unlockOf({ ...flags, internship: 'use' }, 5)).toMatchObject({ goal: 'internship', isOpen: true })
  expect(unlockOf(flags, 5)).toMatchObject({ goal: 'none', isOpen: false })
})

test('counts have two digits, and three from a hundred', () => {
  expect([0, 3, 42, 100].map(twoDigits)).toEqual(['00', '03', '42', '100'])
})
