import { beforeEach, describe, expect, test } from 'vitest'
import { progress } from '../../mentorship/mentorship.fake.ts'
import { answerCalendar, showCalendar, wide } from '../calendar-server.fake.ts'

beforeEach(wide)

const weeks = (...days: string[]) => days.map((day) => ({ timestamp: `${day}T10:00:00Z` }))

function colourOf(token: string): string {
  const probe = document.createElement('i')
  probe.style.backgroundColor = `var(${token})`
  document.body.append(probe)
  const { backgroundColor } = getComputedStyle(probe)
  probe.remove()
  return backgroundColor
}

describe('the streak in the calendar', () => {
  test.each([
    [
      weeks('2026-10-28', '2026-11-04', '2026-11-11'),
      '03-week streak',
      'You’re on a roll: 3 quizzes in a week.',
      '--accent-soft',
    ],
    [
      weeks('2026-10-20', '2026-10-28'),
      '02-week streak',
      'Your streak is paused. Take 3 quizzes this week to bring it back.',
      '--surface-2',
    ],
    [[], '00-week streak', 'Take 3 quizzes in a week to start a streak.', '--surface-2'],
  ])('[CAL-01] shows whether it is maintained, with a highlight only then: %#', async (quizStreaks, title, words, ground) => {
    answerCalendar({ progress: progress({ quizStreaks, quizzesThisWeek: 2 }) })
    const { calendar } = await showCalendar()
    const card = calendar.getByRole('region', { name: title })
    await expect.element(card.getByText('2 of 3 quizzes this week')).toBeVisible()
    await expect.element(card.getByText(words)).toBeVisible()
    expect(getComputedStyle(card.element()).backgroundColor).toBe(colourOf(ground))
  })
})
