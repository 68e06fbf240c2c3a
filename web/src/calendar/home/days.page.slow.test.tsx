import { listCalendarEvents } from '@saathi/contract/calendar/calls'
import { listMyMentorshipSessions } from '@saathi/contract/mentorship/calls'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { personWith } from '../../mentorship/home/server.fake.ts'
import { mentorship, walkCard } from '../../mentorship/mentorship.fake.ts'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { answerCalendar, connectLive, wide } from '../calendar-server.fake.ts'
import { event, weekly } from '../calendar.fake.ts'

beforeEach(wide)

async function showHome() {
  const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship' })
  const card = screen.getByRole('region', { name: 'November 2026' })
  await expect.element(card.getByRole('link', { name: 'Open the calendar' })).toBeVisible()
  return { screen, card }
}

/** Sets the device's time zone until the test ends. */
function liveIn(timeZone: string) {
  const real = Intl.DateTimeFormat().resolvedOptions()
  const told = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...real, timeZone })
  onTestFinished(() => told.mockRestore())
}

describe('the days card on the home', () => {
  test('[CAL-01] marks days with events and days with deadlines', async () => {
    answerCalendar({
      events: weekly(3),
      mine: [walkCard({ title: 'A goal that pulls you forward', endDate: '2026-11-14T23:59:00+05:30' })],
    })
    const { card } = await showHome()
    const today = card.getByRole('cell', { name: /planned: Weekly call.*due: A goal that pulls you forward/ })
    await expect.element(today).toHaveAttribute('aria-current', 'date')
    await expect.element(card.getByRole('cell', { name: /^21.*planned: Weekly call/ })).toBeVisible()
  })

  test('[CAL-08] lists the next events with their meeting links', async () => {
    const [past, next] = weekly(2)
    if (!past || !next) throw new Error('no series')
    answerCalendar({ events: [past, next] })
    const { card } = await showHome()
    const list = card.getByRole('list', { name: 'Coming up' })
    await expect
      .element(list.getByRole('link', { name: 'Weekly call' }))
      .toHaveAttribute('href', '/mentorship?calendar=2026-11-14')
    await expect
      .element(list.getByRole('link', { name: 'Meeting Link' }))
      .toHaveAttribute('href', `/video/join-meeting/${next.videos[0]?.sessionUuid}?section=video`)
    expect(list.getByRole('listitem').elements()).toHaveLength(1)
  })

  test('[DAY-31] leads to the times that suit everybody', async () => {
    answerCalendar()
    const { card } = await showHome()
    const link = card.getByRole('link', { name: 'Find a time' })
    await expect.element(link).toHaveAttribute('href', '/mentorship/time?mentorship=7')
  })

  test('[CAL-02] links to a new event, and keeps the search parameters', async () => {
    answerCalendar()
    const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship?list=completed' })
    await screen.getByRole('link', { name: 'Add event' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Add event' })).toBeVisible()
    expect(screen.pathNow()).toBe('/mentorship?list=completed&calendar=')
    await screen.getByRole('button', { name: 'CANCEL' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Calendar', exact: true })).toBeVisible()
  })

  test('[CAL-01] lists only current and future events of today', async () => {
    const at = (title: string, time: string) => event({ title, scheduledTime: `2026-11-14T${time}:00+05:30` })
    answerCalendar({ events: [at('Early', '08:00'), at('Breakfast', '11:00'), at('Going on', '11:01'), at('Evening', '19:30')] })
    const { card } = await showHome()
    const titles = () =>
      card
        .getByRole('list', { name: 'Coming up' })
        .getByRole('listitem')
        .elements()
        .map((item) => item.querySelector('a')?.textContent)
    await expect.poll(titles).toEqual(['Going on', 'Evening'])
  })

  test('[CAL-01] lists events and deadlines by date', async () => {
    const on = (title: string, day: string) => event({ title, scheduledTime: `2026-${day}T19:30:00+05:30` })
    answerCalendar({
      events: [on('Friday call', '11-20'), on('Wednesday call', '11-25')],
      mine: [
        walkCard({ id: 2, title: 'Due in December', endDate: '2026-12-03T23:59:00+05:30' }),
        walkCard({ id: 3, title: 'Due on Thursday', endDate: '2026-11-19T23:59:00+05:30' }),
      ],
    })
    const { card } = await showHome()
    const titles = () =>
      card
        .getByRole('list', { name: 'Coming up' })
        .getByRole('listitem')
        .elements()
        .map((item) => item.querySelector('a')?.textContent)
    await expect.poll(titles).toEqual(['Due on Thursday', 'Friday call', 'Wednesday call', 'Due in December'])
  })

  test("[CAL-01] shows the local time next to India’s if it differs, and says that the days are India's", async () => {
    liveIn('Europe/London')
    answerCalendar({ events: [event({ title: 'Weekly call' })] })
    const { card } = await showHome()
    const next = card.getByRole('list', { name: 'Coming up' }).getByRole('listitem')
    await expect.element(next.getByText(/^7:30\spm India time$/)).toBeVisible()
    await expect.element(next.getByText(/^2:00\spm Greenwich Mean Time$/)).toBeVisible()
    const zone = card.getByText('All days are India time.')
    expect(zone.element().clientHeight).toBeGreaterThan(10)
  })

  test('[CAL-01] shows only one time in India', async () => {
    liveIn('Asia/Kolkata')
    answerCalendar({ events: [event({ title: 'Weekly call' })] })
    const { card } = await showHome()
    const next = card.getByRole('list', { name: 'Coming up' }).getByRole('listitem')
    await expect.element(next.getByText(/^7:30\spm$/)).toBeVisible()
    expect(next.getByText(/India time/).elements()).toEqual([])
    expect(card.getByText('All days are India time.').element().clientHeight).toBeLessThan(2)
  })

  test('[PLT-03] has links with a sufficient touch height', async () => {
    answerCalendar({ events: [event({ title: 'Weekly call' })] })
    const { card } = await showHome()
    const name = card.getByRole('link', { name: 'Weekly call' })
    await expect.element(name).toBeVisible()
    expect(name.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
  })

  test('[CAL-01] shows a legend once there are marks', async () => {
    const { held } = answerCalendar()
    const { card } = await showHome()
    const marks = ['Event', 'Session deadline'].map((name) => card.getByText(name, { exact: true }))
    await expect.element(card.getByText('No session is due.')).toBeVisible()
    expect(marks.flatMap((mark) => mark.elements())).toEqual([])
    held.events = weekly(1)
    held.mine = [walkCard({ endDate: '2026-11-19T23:59:00+05:30' })]
    const sendLive = await connectLive()
    sendLive({ type: 'calendar.changed', mentorship: 7 })
    sendLive({ type: 'mentorship.changed', mentorship: 7 })
    for (const mark of marks) await expect.element(mark).toBeVisible()
  })

  test('follows events of others', async () => {
    const { held } = answerCalendar()
    const { card } = await showHome()
    const sendLive = await connectLive()
    held.events = [event({ title: 'Portfolio review' })]
    sendLive({ type: 'calendar.changed', mentorship: 7 })
    await expect.element(card.getByRole('link', { name: 'Portfolio review' })).toBeVisible()
  })

  test('shows an error for the events and keeps the deadlines', async () => {
    answerCalendar({ mine: [walkCard({ title: 'Ask for help', endDate: '2026-11-19T23:59:00+05:30' })] })
    answer(listCalendarEvents, refuse('core.broken', 500))
    const { card } = await showHome()
    await expect.element(card.getByRole('heading', { name: 'We could not load the events' })).toBeVisible()
    await expect.element(card.getByRole('link', { name: 'Ask for help' })).toBeVisible()
  })

  test('shows an error for the deadlines and keeps the events', async () => {
    answerCalendar({ events: weekly(3) })
    answer(listMyMentorshipSessions, refuse('core.broken', 500))
    const { card } = await showHome()
    await expect.element(card.getByRole('heading', { name: 'We could not load the deadlines' })).toBeVisible()
    await expect.element(card.getByRole('cell', { name: /^21.*planned: Weekly call/ })).toBeVisible()
    await expect.element(card.getByRole('list', { name: 'Coming up' })).toBeVisible()
  })

  test.each([700, 900, 1000, 1280])('of a pair manager takes the whole row at %i px', async (width) => {
    await page.viewport(width, 900)
    answerCalendar({ mentorships: [mentorship({ part: 'pair_manager' })] })
    const { screen, card } = await showHome()
    const side = screen.getByRole('complementary', { name: 'Days' }).element()
    expect(card.element().clientWidth).toBeGreaterThan(side.clientWidth * 0.98)
  })

  test('[CAL-07] is shown to a pair manager, who may add events', async () => {
    answerCalendar({ mentorships: [mentorship({ part: 'pair_manager' })], events: [event({ title: 'Weekly call' })] })
    const { card } = await showHome()
    await expect.element(card.getByRole('link', { name: 'Weekly call' })).toBeVisible()
    await expect.element(card.getByRole('link', { name: 'Add event' })).toBeVisible()
  })
})
