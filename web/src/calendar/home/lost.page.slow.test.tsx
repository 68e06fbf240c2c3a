import { afterEach, expect, test } from 'vitest'
import { personWith } from '../../mentorship/home/server.fake.ts'
import { mentorship, walkCard } from '../../mentorship/mentorship.fake.ts'
import { blockFiles } from '../../../test/block-files.ts'
import { showApp } from '../../../test/harness.tsx'
import { answerCalendar, goOffline, wide } from '../calendar-server.fake.ts'

afterEach(() => blockFiles())

const lost = 'The calendar could not be loaded. Check your connection and try again.'

// In a separate file: once the script is loaded, no test can block it again.
test('a home without the calendar script shows an error, keeps the deadlines, and a retry loads it', async () => {
  await wide()
  answerCalendar({
    mentorships: [mentorship(), mentorship({ id: 8 })],
    mine: [walkCard({ title: 'Ask for help', endDate: '2026-11-19T23:59:00+05:30' })],
  })
  await blockFiles('calendar/public.ts')
  const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship?calendar=2026-11-14' })
  await expect.element(screen.getByText(lost)).toBeVisible()
  const deadlines = screen.getByRole('list', { name: 'Coming up' })
  await expect.element(deadlines.getByRole('link', { name: 'Ask for help' })).toBeVisible()

  // Still failing, and still shown.
  goOffline()()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toHaveAttribute('aria-busy')
  await expect.element(screen.getByText(lost)).toBeVisible()

  await blockFiles()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Calendar', exact: true })).toBeVisible()
  await expect.element(screen.getByText(lost)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Close the calendar' }).click()
  await expect.element(screen.getByRole('link', { name: 'Add event' })).toBeVisible()
})
