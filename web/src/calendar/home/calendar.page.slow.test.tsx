import { afterEach, expect, test } from 'vitest'
import { personWith } from '../../mentorship/home/server.fake.ts'
import { blockFiles } from '../../../test/block-files.ts'
import { showApp } from '../../../test/harness.tsx'
import { answerCalendar, wide } from '../calendar-server.fake.ts'

afterEach(() => blockFiles())

// In a separate file: once the script is loaded, no test can block it again.
test('a calendar script that fails to load shows an error, the home stays, and the next click opens it', async () => {
  await wide()
  answerCalendar()
  // Before the home renders: a pointer over its link preloads the script.
  await blockFiles('view/modal')
  const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship' })
  const way = screen.getByRole('link', { name: 'Open the calendar' })
  await way.click()
  await expect.element(screen.getByText(/^The calendar could not be opened\./)).toBeVisible()
  await expect.poll(() => screen.pathNow()).toBe('/mentorship')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
  await blockFiles()
  await way.click()
  await expect.element(screen.getByRole('dialog', { name: 'Calendar', exact: true })).toBeVisible()
})
