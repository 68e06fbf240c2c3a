import { toggleBookmark } from '@saathi/contract/learning/calls'
import { DAY_MS } from '@saathi/contract/core/time'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { onServerTime } from '#core/server-time.ts'
import { answer, refuse, setServerClock } from '../../../test/harness.tsx'
import { answerHome, showHome } from '../home/server.fake.ts'
import { inDays, member, mentorship, walkCard } from '../mentorship.fake.ts'

const asha = member({ userId: 11, userFullName: 'Asha Rao' })
const farhan = member({ userId: 12, userFullName: 'Farhan Ali' })
const group = mentorship({ groupType: '1toM', part: 'mentor', partners: [asha, farhan], memberCount: 3 })

beforeEach(() => page.viewport(1280, 900))
// The server's time is stored beyond the page.
afterEach(() => onServerTime(new Date().toUTCString()))

describe('a card', () => {
  const dateOf = (time: string) =>
    new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' }).format(new Date(time))

  test.each([
    ['PARTIAL_COMPLETE', 'ONGOING', 'Recent', 'partner yet to complete'],
    ['COMPLETED', 'COMPLETED', 'Completed', 'completed'],
    ['ONGOING', 'COMPLETED', 'Recent', `complete by ${dateOf(inDays(4))} (partner completed)`],
  ] as const)(
    '[MEN-09] of a session at %s, with the partner at %s, says so',
    async (sessionStatus, partnerStatus, tab, words) => {
      answerHome({ mine: [walkCard({ sessionStatus, partnerStatus, endDate: inDays(4) })] })
      const home = await showHome()
      await home.getByRole('tab', { name: tab }).click()
      await expect.element(home.getByRole('list', { name: tab }).getByText(words, { exact: true })).toBeVisible()
    },
  )

  test.each([
    [5, '5 days left', '--success-soft'],
    [3, '3 days left', '--success-soft'],
    [2, '2 days left', '--accent-soft'],
    [1, '1 day left', '--accent-soft'],
    [0, 'due today', '--accent-soft'],
    [-1, 'overdue by 1 day', '--danger-soft'],
  ])('[MEN-10] that is due in %i days says "%s" in its colour', async (days, words, colour) => {
    answerHome({ mine: [walkCard({ endDate: inDays(days) })] })
    const home = await showHome()
    const chip = home.getByRole('list', { name: 'Recent' }).getByText(words, { exact: true })
    await expect.element(chip).toHaveStyle({ backgroundColor: colourOf(colour) })
  })

  test('[MEN-10] counts days from the server’s date, even if the device clock is wrong', async () => {
    setServerClock(new Date(Date.now() + 3 * DAY_MS))
    answerHome({ mine: [walkCard({ title: 'Ask for help', endDate: inDays(5) })] })
    const home = await showHome()
    const chip = home.getByRole('list', { name: 'Recent' }).getByText('2 days left', { exact: true })
    await expect.element(chip).toHaveStyle({ backgroundColor: colourOf('--accent-soft') })
    await expect.element(home.getByRole('list', { name: 'Coming up' }).getByText('Session deadline · 2 days left')).toBeVisible()
  })

  test('[MEN-10] without a date is red', async () => {
    answerHome({ mine: [walkCard({ endDate: null })] })
    const home = await showHome()
    const chip = home.getByRole('list', { name: 'Recent' }).getByText('no date set')
    await expect.element(chip).toHaveStyle({ backgroundColor: colourOf('--danger-soft') })
  })

  test('[LRN-03] cuts its title at 26 letters visually, and keeps the full accessible name', async () => {
    answerHome({ mine: [walkCard({ title: 'Walk into your first interview' })] })
    const home = await showHome()
    const list = home.getByRole('list', { name: 'Recent' })
    await expect.element(list.getByRole('link', { name: 'Walk into your first interview' })).toBeVisible()
    await expect.element(list.getByText('Walk into your first inter…')).toBeVisible()
  })

  test('shows the faces of people who have started it', async () => {
    const started = { completedSteps: 0, partnerStatus: 'ONGOING' as const }
    const partnerCompletedSteps = [
      { userId: 11, ...started },
      { userId: 12, completedSteps: 0, partnerStatus: 'NOT_STARTED' as const },
    ]
    answerHome({ mentorships: [group], mine: [walkCard({ partnerCompletedSteps })] })
    const home = await showHome()
    await expect.element(home.getByRole('img', { name: 'Started by Asha Rao', exact: true })).toBeVisible()
  })

  test('sets its bookmark at once, and reverts it when the server refuses', async () => {
    answerHome({ mine: [walkCard({ id: 9, title: 'Ask for help' })] })
    answer(toggleBookmark, 'hang')
    const home = await showHome()
    const button = home.getByRole('button', { name: 'Bookmark: Ask for help' })
    await button.click()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    await home.unmount()

    const { inputs } = answer(toggleBookmark, refuse('learning.walk_closed', 403))
    answerHome({ mine: [walkCard({ id: 10, title: 'Plan your week' })] })
    const again = await showHome()
    const other = again.getByRole('button', { name: 'Bookmark: Plan your week' })
    await other.click()
    await expect.element(again.getByText('We could not save the bookmark for Plan your week. Please try again.')).toBeVisible()
    await expect.element(other).toHaveAttribute('aria-pressed', 'false')
    expect(inputs).toEqual([{ body: { session: 10, isBookmarked: true } }])
  })
})

/** A colour token as computed by the browser. */
function colourOf(token: string): string {
  const probe = document.createElement('i')
  probe.style.backgroundColor = `var(${token})`
  document.body.append(probe)
  const colour = getComputedStyle(probe).backgroundColor
  probe.remove()
  return colour
}
