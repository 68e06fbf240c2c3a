import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerHome, showHome } from './server.fake.ts'
import { progress } from '../mentorship.fake.ts'

beforeEach(() => page.viewport(1280, 900))

describe('the numbers', () => {
  test.each([
    [5, 12, '05', '07'],
    [9, 9, '09', '00'],
    [10, 110, '10', '100'],
    [3, 2, '03', '00'],
  ])(
    '[MEN-04] %i of %i sessions are shown as %s completed and %s remaining',
    async (completedSessions, totalSessions, done, left) => {
      answerHome({ progress: progress({ completedSessions, totalSessions }) })
      const home = await showHome()
      const number = (label: string) => home.getByRole('term').filter({ hasText: label })
      await expect.element(number('completed')).toBeVisible()
      const values = home
        .getByRole('definition')
        .elements()
        .map((value) => value.textContent)
      expect(values).toEqual([done, left, '11/24', '00'])
    },
  )

  test('[MEN-04] each badge is shown with its tier and its session’s title', async () => {
    const earned = { earnedAt: '2026-11-01T10:00:00Z', localeSessionTitle: '' }
    answerHome({
      progress: progress({
        badges: [
          { ...earned, badgeType: 'Gold', sessionId: 1, sessionTitle: 'Know your strengths' },
          { ...earned, badgeType: 'Silver', sessionId: 2, sessionTitle: 'Ask for help' },
          { ...earned, badgeType: 'Bronze', sessionId: 3, sessionTitle: 'Plan your week', localeSessionTitle: 'सप्ताह' },
        ],
      }),
    })
    const home = await showHome()
    const items = home.getByRole('list', { name: 'Your badges' }).getByRole('listitem')
    const expected = [
      { badge: 'Gold badge', title: 'Know your strengths' },
      { badge: 'Silver badge', title: 'Ask for help' },
      { badge: 'Bronze badge', title: 'सप्ताह' },
    ]
    for (const [place, { badge, title }] of expected.entries()) {
      await expect.element(items.nth(place).getByRole('img', { name: badge })).toBeVisible()
      await expect.element(items.nth(place)).toHaveTextContent(title)
    }
  })
})

describe('the streak', () => {
  const ago = (days: number) => ({ timestamp: new Date(Date.now() - days * 86_400_000).toISOString() })

  test.each([
    [[ago(20), ago(10), ago(2)], '03-week streak', 'You’re on a roll: 3 quizzes in a week.'],
    [[ago(20), ago(8)], '02-week streak', 'Your streak is paused. Take 3 quizzes this week to bring it back.'],
    [[], '00-week streak', 'Take 3 quizzes in a week to start a streak.'],
  ])('[MEN-11] counts weeks in two digits and says whether it is maintained: %#', async (quizStreaks, count, words) => {
    answerHome({ progress: progress({ quizStreaks }) })
    const home = await showHome()
    const rewards = home.getByRole('region', { name: 'Rewards' })
    await expect.element(rewards.getByText(count)).toBeVisible()
    await expect.element(rewards.getByText(words)).toBeVisible()
  })
})
