import { afterEach, expect, test } from 'vitest'
import { personWith } from '../mentorship/home-server.fake.ts'
import { loseFiles } from '../../test/lose-files.ts'
import { showApp } from '../../test/harness.tsx'
import { answerCalendar, wide } from './calendar-server.fake.ts'

afterEach(() => loseFiles())

// In a file of its own: once the script has come, no test can lose it again.
test('a calendar whose script is lost is told of, the home stays, and the next press opens it', async () => {
  await wide()
  answerCalendar()
  // Before the home is there: a pointer that rests where its link comes fetches the script at once.
  await loseFiles('calendar-modal')
  const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship' })
  const way = screen.getByRole('link', { name: 'Open the calendar' })
  await way.click()
  await expect.element(screen.getByText(/^The calendar could not be opened\./)).toBeVisible()
  await expect.poll(() => screen.pathNow()).toBe('/mentorship')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
  await loseFiles()
  await way.click()
  await expect.element(screen.getByRole('dialog', { name: 'Calendar', exact: true })).toBeVisible()
})
