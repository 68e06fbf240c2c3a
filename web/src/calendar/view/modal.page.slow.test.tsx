import { listCalendarEvents } from '@saathi/contract/calendar/calls'
import { listMatchScreens } from '@saathi/contract/content/screen-calls'
import { listCards } from '@saathi/contract/content/community-calls'
import { listMySessions } from '@saathi/contract/learning/calls'
import { getMentorshipProgress, listMyMentorshipSessions } from '@saathi/contract/mentorship/calls'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { personWith } from '../../mentorship/home/server.fake.ts'
import { member, mentorship, progress, walkCard } from '../../mentorship/mentorship.fake.ts'
import { answer, refuse, setServerClock, showApp } from '../../../test/harness.tsx'
import { answerCalendar, goOffline, connectLive, NOW, showCalendar, wide } from '../calendar-server.fake.ts'
import { event, weekly } from '../calendar.fake.ts'

beforeEach(wide)

const titlesIn = (day: Awaited<ReturnType<typeof showCalendar>>['day']) =>
  day
    .getByRole('article')
    .elements()
    .map((card) => card.querySelector('h4')?.textContent)

describe('the calendar URL', () => {
  test('[CAL-01] is opened from the home with today, and a step back closes it without reloading the home', async () => {
    answerCalendar()
    const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship' })
    const way = screen.getByRole('link', { name: 'Open the calendar' })
    await expect.element(way).toBeVisible()
    const home = document.querySelector('main')?.firstElementChild
    await way.click()
    const calendar = screen.getByRole('dialog', { name: 'Calendar' })
    await expect.element(calendar.getByRole('heading', { name: /Saturday,? 14 November/ })).toBeVisible()
    expect(screen.pathNow()).toBe('/mentorship?calendar=')
    expect(document.querySelector('main')?.firstElementChild).toBe(home)
    screen.router.history.back()
    await expect.element(calendar).not.toBeInTheDocument()
    expect(screen.pathNow()).toBe('/mentorship')
    await expect.element(way).toHaveFocus()
  })

  test('[CAL-01] contains the day, and one step back closes the calendar after any number of days', async () => {
    answerCalendar({ events: [event({ title: 'Portfolio review', scheduledTime: '2026-11-20T14:00:00Z' })] })
    const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship' })
    await screen.getByRole('link', { name: 'Open the calendar' }).click()
    const calendar = screen.getByRole('dialog', { name: 'Calendar' })
    await calendar.getByRole('button', { name: /Wednesday,? 18 November/ }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship?calendar=2026-11-18')
    await calendar.getByRole('button', { name: /Friday,? 20 November.*1 event/ }).click()
    await expect.element(calendar.getByRole('article', { name: 'Portfolio review' })).toBeVisible()
    await calendar.getByRole('button', { name: 'Close the calendar' }).click()
    await expect.element(calendar).not.toBeInTheDocument()
    expect(screen.pathNow()).toBe('/mentorship')
  })

  test('[CAL-01] opened directly shows its day and closes to the home', async () => {
    answerCalendar({ events: [event({ title: 'Portfolio review', scheduledTime: '2026-12-02T14:00:00Z' })] })
    const { screen, calendar } = await showCalendar('/mentorship?calendar=2026-12-02')
    await expect.element(calendar.getByRole('article', { name: 'Portfolio review' })).toBeVisible()
    await expect.element(calendar.getByRole('heading', { name: 'December 2026' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(calendar).not.toBeInTheDocument()
    expect(screen.pathNow()).toBe('/mentorship')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
  })

  test('[CAL-02] opened to add an event does so once, not again after going back and forward', async () => {
    answerCalendar()
    const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship' })
    await screen.getByRole('link', { name: 'Add event' }).click()
    const form = screen.getByRole('dialog', { name: 'Add event' })
    await expect.element(form).toBeVisible()
    const calendar = screen.getByRole('dialog', { name: 'Calendar' })
    await userEvent.keyboard('{Escape}')
    await expect.element(form).not.toBeInTheDocument()
    // The link that opened both is behind the calendar now.
    await expect.poll(() => calendar.element().contains(document.activeElement)).toBe(true)
    screen.router.history.back()
    await expect.element(calendar).not.toBeInTheDocument()
    screen.router.history.forward()
    await expect.element(calendar).toBeVisible()
    await expect.element(calendar.getByRole('button', { name: 'Add event' })).toBeVisible()
    expect(form.elements()).toEqual([])
  })

  test.each(['9999-12-31', '2026-02-31', 'tomorrow', '//evil.example'])('with an invalid day (%s) shows today', async (day) => {
    answerCalendar()
    const { calendar } = await showCalendar(`/mentorship?calendar=${encodeURIComponent(day)}`)
    await expect.element(calendar.getByRole('heading', { name: /Saturday,? 14 November/ })).toBeVisible()
  })
})

describe('the selected day', () => {
  test('[CAL-01] lists its events by time with all details, and an edit button if allowed', async () => {
    const session = { sessionId: 4, sessionName: 'Walk into your first interview', localeSessionName: null }
    answerCalendar({
      events: [
        event({ id: 31, title: 'Portfolio review', scheduledTime: '2026-11-14T15:30:00Z', isPairGroupCall: false, ...session }),
        ...weekly(2, { mayEdit: false, description: 'Bring your notes.\nAnd a pen.' }),
        event({ id: 33, title: 'Another day', scheduledTime: '2026-11-15T14:00:00Z' }),
      ],
    })
    const { day } = await showCalendar()
    await expect.poll(() => titlesIn(day)).toEqual(['Weekly call', 'Portfolio review'])
    const call = day.getByRole('article', { name: 'Weekly call' })
    await expect.element(call.getByText(/^7:30\spm$/)).toBeVisible()
    await expect.element(call.getByText('Weekly, until 26 Dec')).toBeVisible()
    await expect.element(call.getByText(/Bring your notes/)).toBeVisible()
    expect(call.getByRole('button', { name: /^Edit event/ }).elements()).toEqual([])
    const review = day.getByRole('article', { name: 'Portfolio review' })
    await expect
      .element(review.getByRole('link', { name: 'Walk into your first interview' }))
      .toHaveAttribute('href', '/mentorship/4/sessionintro?mentorship=7')
    await expect.element(review.getByRole('button', { name: 'Edit event: Portfolio review' })).toBeVisible()
  })

  test('[CAL-08] links each occurrence to its own meeting, and only calls', async () => {
    const [first, second] = weekly(2)
    if (!first || !second) throw new Error('no series')
    answerCalendar({ events: [first, second, event({ title: 'Reading', isPairGroupCall: false })] })
    const { calendar, day } = await showCalendar('/mentorship?calendar=2026-11-07')
    const linkOf = (title: string) => day.getByRole('article', { name: title }).getByRole('link', { name: 'Meeting Link' })
    const addressOf = (uuid: string | undefined) => `/video/join-meeting/${uuid}?section=video`
    await expect.element(linkOf('Weekly call')).toHaveAttribute('href', addressOf(first.videos[0]?.sessionUuid))
    await calendar.getByRole('button', { name: /Saturday,? 14 November/ }).click()
    await expect.element(linkOf('Weekly call')).toHaveAttribute('href', addressOf(second.videos[0]?.sessionUuid))
    expect(first.videos).not.toEqual(second.videos)
    expect(linkOf('Reading').elements()).toEqual([])
  })

  test('[CAL-01] shows the local time next to India’s, with its zone', async () => {
    const real = Intl.DateTimeFormat().resolvedOptions()
    const told = vi
      .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
      .mockReturnValue({ ...real, timeZone: 'Europe/London' })
    answerCalendar({ events: [event({ title: 'Weekly call' })] })
    const { day } = await showCalendar()
    const call = day.getByRole('article', { name: 'Weekly call' })
    await expect.element(call.getByText(/^7:30\spm$/)).toBeVisible()
    await expect.element(call.getByText(/2:00\spm Greenwich Mean Time/)).toBeVisible()
    await expect.element(day.getByText('All times are India time.')).toBeVisible()
    told.mockRestore()
  })

  test('[CAL-01] with many events scrolls separately from the month', async () => {
    const events = Array.from({ length: 20 }, (_, place) => event({ title: `Call ${place}` }))
    answerCalendar({ events })
    const { calendar, day } = await showCalendar()
    await expect.element(day.getByRole('article', { name: 'Call 19' })).toBeInTheDocument()
    const column = day.element()
    expect(column.scrollHeight).toBeGreaterThan(column.clientHeight)
    // It opens with an animation.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const grid = calendar.getByRole('grid').element().getBoundingClientRect().top
    column.scrollTo({ top: column.scrollHeight })
    await expect.element(day.getByRole('article', { name: 'Call 19' })).toBeInViewport()
    expect(calendar.getByRole('grid').element().getBoundingClientRect().top).toBe(grid)
    expect(column.tabIndex).toBe(0)
  })

  test('[CAL-01] is a tab stop only where it scrolls separately', async () => {
    answerCalendar()
    await page.viewport(500, 900)
    const { day } = await showCalendar()
    await expect.element(day).not.toHaveAttribute('tabindex')
    await wide()
    await expect.element(day).toHaveAttribute('tabindex', '0')
  })

  test('[CAL-01] is aligned with the month, below a larger title', async () => {
    answerCalendar({ events: [event()] })
    const { calendar, day } = await showCalendar()
    const title = day.getByRole('heading', { name: /14 November/ }).element()
    const top = (element: Element | null | undefined) => Math.round(element?.getBoundingClientRect().top ?? 0)
    const previous = calendar.getByRole('button', { name: 'Previous month' }).element()
    expect(top(title)).toBe(top(previous))
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
    const name = calendar.getByText('Calendar', { exact: true }).first().element()
    expect(sizeOf(name)).toBeGreaterThan(sizeOf(title))
  })

  test('shows an empty day, and an empty calendar', async () => {
    const { held } = answerCalendar({ events: [event({ scheduledTime: '2026-11-20T14:00:00Z' })] })
    const { day } = await showCalendar()
    await expect.element(day.getByRole('heading', { name: 'Nothing is planned on this day' })).toBeVisible()
    held.events = []
    const sendLive = await connectLive()
    sendLive({ type: 'calendar.changed', mentorship: 7 })
    await expect.element(day.getByRole('heading', { name: 'No events yet' })).toBeVisible()
  })
})

describe('next to the events', () => {
  test('[CAL-01] the streak and the session deadlines are shown, with links to the sessions', async () => {
    answerCalendar({
      progress: progress({
        quizStreaks: ['2026-10-28', '2026-11-04', '2026-11-11'].map((day) => ({ timestamp: `${day}T10:00:00Z` })),
      }),
      open: [walkCard({ id: 9, title: 'Grow your network', sessionStatus: 'NOT_STARTED', endDate: '2026-11-19T23:59:00+05:30' })],
    })
    const { calendar, day } = await showCalendar()
    await expect.element(calendar.getByRole('heading', { name: '03-week streak' })).toBeVisible()
    const deadlines = day.getByRole('region', { name: 'Session deadlines' })
    await expect
      .element(deadlines.getByRole('link', { name: 'Grow your network' }))
      .toHaveAttribute('href', '/mentorship/9/sessionintro?mentorship=7')
    await expect.element(deadlines.getByText('Session deadline · 5 days left')).toBeVisible()
    await expect.element(calendar.getByRole('button', { name: /Thursday,? 19 November.*1 session deadline/ })).toBeVisible()
  })

  test('a pair manager sees no streak or deadlines, but the events', async () => {
    answerCalendar({ mentorships: [mentorship({ part: 'pair_manager' })], events: [event({ title: 'Weekly call' })] })
    const { calendar, day } = await showCalendar()
    await expect.element(day.getByRole('article', { name: 'Weekly call' })).toBeVisible()
    expect(calendar.getByText(/streak|deadlines/).elements()).toEqual([])
  })

  test('a pair manager sees the session of an event without a link', async () => {
    const about = { sessionId: 4, sessionName: 'Walk into your first interview' }
    answerCalendar({ mentorships: [mentorship({ part: 'pair_manager' })], events: [event({ title: 'Review', ...about })] })
    const { day } = await showCalendar()
    const card = day.getByRole('article', { name: 'Review' })
    await expect.element(card.getByText('Walk into your first interview')).toBeVisible()
    expect(card.getByRole('link', { name: 'Walk into your first interview' }).elements()).toEqual([])
  })
})

test('a calendar with several pages is shown completely', async () => {
  answerCalendar()
  const [first, second] = [event({ title: 'On the first page' }), event({ title: 'On the second page' })]
  const asked = answer(listCalendarEvents, ({ query }) =>
    query.after === undefined
      ? { events: [first], next: { from: first.scheduledTime, after: first.id }, sessions: [] }
      : { events: [second], next: null, sessions: [] },
  )
  const { day } = await showCalendar()
  await expect.element(day.getByRole('article', { name: 'On the second page' })).toBeVisible()
  expect(titlesIn(day)).toEqual(['On the first page', 'On the second page'])
  expect(asked.inputs.map(({ query }) => query)).toContainEqual({ from: first.scheduledTime, after: first.id })
})

describe('data that cannot be loaded', () => {
  test('shows an error with a retry', async () => {
    answerCalendar({ events: [event({ title: 'Weekly call' })] })
    const failing = answer(listCalendarEvents, refuse('core.broken', 500))
    const { day } = await showCalendar()
    await expect.element(day.getByRole('heading', { name: 'We could not load the events' })).toBeVisible()
    expect(failing.inputs.length).toBeGreaterThan(0)
    answer(listCalendarEvents, { events: [event({ title: 'Weekly call' })], next: null, sessions: [] })
    await day.getByRole('button', { name: 'Try again' }).click()
    await expect.element(day.getByRole('article', { name: 'Weekly call' })).toBeVisible()
  })

  test('shows a loading state while loading', async () => {
    answerCalendar()
    answer(listCalendarEvents, 'hang')
    const { day } = await showCalendar()
    await expect.element(day.getByText('Loading the events')).toBeInTheDocument()
  })

  test('shows cached data with a note when offline', async () => {
    answerCalendar({ events: [event({ title: 'Weekly call' })] })
    const { day } = await showCalendar()
    await expect.element(day.getByRole('article', { name: 'Weekly call' })).toBeVisible()
    const comeBack = goOffline()
    await expect.element(day.getByText('You are offline. This is what we loaded last.')).toBeVisible()
    await expect.element(day.getByRole('article', { name: 'Weekly call' })).toBeVisible()
    comeBack()
    await expect.element(day.getByText('You are offline. This is what we loaded last.')).not.toBeInTheDocument()
  })

  test('shows an error when offline, and loads when online again', async () => {
    answerCalendar()
    answer(listCalendarEvents, () =>
      navigator.onLine ? { events: [event({ title: 'Weekly call' })], next: null, sessions: [] } : 'network',
    )
    const comeBack = goOffline()
    const { day } = await showCalendar()
    await expect.element(day.getByRole('heading', { name: 'We could not load the events' })).toBeVisible()
    await expect.element(day.getByText('You are offline. It comes back with your connection.')).toBeVisible()
    comeBack()
    await expect.element(day.getByRole('article', { name: 'Weekly call' })).toBeVisible()
  })

  test('shows cached data with a note after a failed refetch', async () => {
    answerCalendar({ events: [event({ title: 'Weekly call' })] })
    const { day } = await showCalendar()
    await expect.element(day.getByRole('article', { name: 'Weekly call' })).toBeVisible()
    answer(listCalendarEvents, refuse('core.broken', 500))
    const sendLive = await connectLive()
    sendLive({ type: 'calendar.changed', mentorship: 7 })
    await expect.element(day.getByText('This could not be loaded again. It may have changed since.')).toBeVisible()
    await expect.element(day.getByRole('article', { name: 'Weekly call' })).toBeVisible()
    answer(listCalendarEvents, { events: [], next: null, sessions: [] })
    await day.getByRole('button', { name: 'Try again' }).click()
    await expect.element(day.getByRole('heading', { name: 'No events yet' })).toBeVisible()
  })

  test('shows separate errors for streak and deadlines, and keeps the events', async () => {
    answerCalendar({ events: [event({ title: 'Weekly call' })] })
    answer(getMentorshipProgress, refuse('core.broken', 500))
    answer(listMyMentorshipSessions, refuse('core.broken', 500))
    const { calendar, day } = await showCalendar()
    await expect.element(calendar.getByRole('heading', { name: 'We could not load your streak' })).toBeVisible()
    await expect.element(day.getByRole('heading', { name: 'We could not load the deadlines' })).toBeVisible()
    await expect.element(day.getByRole('article', { name: 'Weekly call' })).toBeVisible()
    answer(listMyMentorshipSessions, { sessions: [] })
    await day.getByRole('button', { name: 'Try again' }).click()
    await expect.element(day.getByText('No session is due.')).toBeVisible()
  })

  test('shows separate loading states for streak and deadlines', async () => {
    answerCalendar()
    answer(getMentorshipProgress, 'hang')
    answer(listMyMentorshipSessions, 'hang')
    const { calendar, day } = await showCalendar()
    await expect.element(calendar.getByText('Loading your streak')).toBeInTheDocument()
    await expect.element(day.getByText('Loading the deadlines')).toBeInTheDocument()
  })
})

test('events of others appear without a reload', async () => {
  const { held } = answerCalendar({ events: [event({ title: 'Weekly call' })] })
  const { day } = await showCalendar()
  await expect.element(day.getByRole('article', { name: 'Weekly call' })).toBeVisible()
  const sendLive = await connectLive()
  held.events = [...held.events, event({ title: 'Portfolio review', scheduledTime: '2026-11-14T15:30:00Z' })]
  sendLive({ type: 'calendar.changed', mentorship: 7 })
  await expect.element(day.getByRole('article', { name: 'Portfolio review' })).toBeVisible()
})

describe('the viewer', () => {
  test('of several mentorships sees the one on the home, and can switch', async () => {
    answerCalendar({
      mentorships: [
        mentorship({ id: 7, part: 'mentor', partners: [member({ userFullName: 'Asha Rao' })] }),
        mentorship({ id: 8, part: 'mentor', partners: [member({ userFullName: 'Farhan Ali' })] }),
      ],
      events: [event({ title: 'With Asha' }), event({ title: 'With Farhan', mentorship: 8 })],
    })
    const { screen, calendar, day } = await showCalendar()
    await expect.poll(() => titlesIn(day)).toEqual(['With Asha'])
    await calendar.getByRole('navigation', { name: 'Your mentorships' }).getByRole('link', { name: 'Farhan' }).click()
    await expect.poll(() => titlesIn(day)).toEqual(['With Farhan'])
    expect(screen.pathNow()).toBe('/mentorship?mentorship=8&calendar=2026-11-14')
    await expect.element(calendar).toBeVisible()
  })

  test('without an open mentorship sees no calendar', async () => {
    setServerClock(NOW)
    answer(listMyMentorshipSessions, { sessions: [] })
    answer(listMySessions, { sessions: [] })
    answer(listCards, { cards: [] })
    answer(listMatchScreens, { screensList: [] })
    const screen = await showApp({ profile: personWith({ curriculum: 'show' }), path: '/mentorship?calendar=2026-11-14' })
    await expect.element(screen.getByRole('heading', { name: 'Mentorship opens soon' })).toBeVisible()
    expect(screen.getByRole('dialog').elements()).toEqual([])
  })

  test('[CAL-01] can use it in Hindi', async () => {
    answerCalendar({ events: weekly(2) })
    const screen = await showApp({
      profile: personWith({ curriculum: 'use' }),
      path: '/mentorship?calendar=2026-11-14',
      language: 'hi',
    })
    const calendar = screen.getByRole('dialog', { name: 'कैलेंडर' })
    await expect.element(calendar.getByRole('heading', { name: 'नवंबर 2026' })).toBeVisible()
    await expect.element(calendar.getByRole('columnheader', { name: 'सोमवार' })).toBeVisible()
    await expect.element(calendar.getByText(/^हर हफ़्ते, 26 .* तक$/)).toBeVisible()
    await expect.element(calendar.getByRole('link', { name: 'मीटिंग लिंक' })).toBeVisible()
  })
})

test.each([360, 599])('[CAL-01] at %i px it fills the screen without overflow', async (width) => {
  await page.viewport(width, 800)
  answerCalendar({
    events: [event({ title: 'Averyveryverylongtitlewithoutanyspaceinitatall'.repeat(2), description: 'x'.repeat(300) })],
  })
  const { calendar, day } = await showCalendar()
  await expect.element(day.getByRole('article')).toBeVisible()
  const box = () => calendar.element().getBoundingClientRect()
  await expect.poll(() => [box().left, box().top, box().width]).toEqual([0, 0, width])
  expect(box().height).toBeGreaterThanOrEqual(800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  for (const part of calendar.element().querySelectorAll('article, table, section')) {
    expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(width)
  }
})

test('[CAL-01] on larger screens it is at most 980 px wide', async () => {
  answerCalendar()
  const { calendar } = await showCalendar()
  await expect.poll(() => calendar.element().getBoundingClientRect().width).toBe(980)
})
