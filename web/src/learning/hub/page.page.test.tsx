import type { Experiences, Profile } from '@saathi/contract/accounts/entities'
import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import { listMySessions, listSessions, toggleBookmark } from '@saathi/contract/learning/calls'
import type { SessionCard } from '@saathi/contract/learning/entities'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { storedEntries } from '#core/outbox/entry.fake.ts'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { makeFacts } from '../../accounts/today/next.fake.ts'
import { sessionCard } from '../cards/session-card.fake.ts'

type Lists = { ongoing?: SessionCard[]; curated?: SessionCard[]; bookmarked?: SessionCard[]; mine?: SessionCard[] }

function answerLists({ ongoing = [], curated = [], bookmarked = [], mine = ongoing }: Lists = {}) {
  answer(listMySessions, ({ query }) => ({ sessions: query.ongoingSession ? ongoing : mine }))
  answer(listSessions, ({ query }) => {
    if (query.notStarted) return { sessions: curated }
    return { sessions: query.bookmark ? bookmarked : [...mine, ...curated] }
  })
}

function personWith(flags: Partial<Experiences>, changes: Partial<Profile> = {}): Profile {
  const profile = makeProfile({ displayName: 'Asha', ...changes })
  return { ...profile, status: { ...profile.status, experiences: { ...profile.status.experiences, ...flags } } }
}

const showHub = (profile = personWith({ curriculum: 'show' })) => showApp({ profile, path: '/learninghub' })
const completed = (count: number) => Array.from({ length: count }, () => sessionCard({ sessionStatus: 'COMPLETED' }))

beforeEach(() => page.viewport(1280, 900))
afterEach(goOnline)

describe('the hub home', () => {
  test('[LRN-01] shows the progress card, both rows and the mentorship status', async () => {
    answerLists({ ongoing: [sessionCard({ title: 'Speak up' })], curated: [sessionCard({ title: 'Fly a kite' })] })
    const screen = await showHub()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Five sessions to your mentor' })).toBeVisible()
    const ongoing = screen.getByRole('region', { name: 'Continue learning' })
    await expect.element(ongoing.getByRole('link', { name: 'Speak up' })).toBeVisible()
    const curated = screen.getByRole('region', { name: 'Curated for you' })
    await expect.element(curated.getByRole('link', { name: 'Fly a kite' })).toBeVisible()
    await expect.element(screen.getByRole('region', { name: 'Mentorship opens soon' })).toBeVisible()
  })

  test.each([
    [true, 'You’re on a roll: 3 quizzes in a week.'],
    [false, 'Your streak is paused. Take 3 quizzes this week to bring it back.'],
  ])('[DAY-46] shows the streak of a mentorship, kept: %s', async (isMaintained, text) => {
    answerLists()
    answer(getNextFacts, makeFacts({ streak: { mentorship: 40, weeks: 2, isMaintained, quizzesPerWeek: 3 } }))
    const screen = await showHub()
    await expect.element(screen.getByRole('region', { name: '02-week streak' }).getByText(text)).toBeVisible()
  })

  test.each([390, 600, 768, 1024, 1199, 1280])('[LRN-01] a single card is as wide as one of several at %i px', async (width) => {
    await page.viewport(width, 900)
    const cards = ['Fly a kite', 'Save a little', 'Ask for help'].map((title) => sessionCard({ title }))
    answerLists({ ongoing: [sessionCard({ title: 'Speak up' })], curated: cards })
    const screen = await showHub()
    const sizeOf = (row: string, title: string) =>
      screen.getByRole('region', { name: row }).getByRole('article').filter({ hasText: title }).element().getBoundingClientRect()
    await expect.element(screen.getByRole('link', { name: 'Ask for help' })).toBeInTheDocument()
    await expect.element(screen.getByRole('link', { name: 'Speak up' })).toBeVisible()
    expect(sizeOf('Continue learning', 'Speak up').width).toBeLessThanOrEqual(340)
    expect(sizeOf('Curated for you', 'Ask for help').width).toBeGreaterThanOrEqual(200)
  })

  test.each([
    [0, 'Five sessions to your mentor', '00', '05'],
    [3, 'Two sessions to your mentor', '03', '02'],
    [4, 'One session to your mentor', '04', '01'],
    [6, 'All five sessions done', '06', '00'],
  ])('counts completed and remaining sessions: %i', async (count, title, done, left) => {
    answerLists({ mine: completed(count) })
    const screen = await showHub()
    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const card = screen.getByRole('region', { name: title })
    await expect.element(card.getByText(done, { exact: true })).toBeVisible()
    await expect.element(card.getByText(left, { exact: true })).toBeVisible()
    const label = `${count} of 5 sessions completed`
    await expect.element(card.getByRole('list', { name: label })).toBeVisible()
  })

  test('links to mentorship when its flag is "use"', async () => {
    answerLists({ mine: completed(5) })
    const screen = await showHub(personWith({ curriculum: 'use' }))
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Mentorship is open to you' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Go to Mentorship' })).toHaveAttribute('href', '/mentorship')
  })

  test('shows the internship goal without mentorship, and no goal without either', async () => {
    answerLists({ mine: completed(4) })
    const screen = await showHub(personWith({ internship: 'show' }))
    await expect.element(screen.getByRole('heading', { name: 'One session to your internship' })).toBeVisible()
    await screen.unmount()
    const alone = await showHub(personWith({}))
    await expect.element(alone.getByRole('heading', { name: 'Learn at your own pace' })).toBeVisible()
    expect(alone.getByRole('region', { name: /Mentorship|Internship/ }).elements()).toEqual([])
  })

  test('shows mentors the texts about finding a mentee', async () => {
    answerLists({ mine: completed(3) })
    const screen = await showHub(personWith({ curriculum: 'show' }, { role: 'Mentor' }))
    await expect.element(screen.getByRole('heading', { name: 'Two sessions to your mentee' })).toBeVisible()
  })

  describe('the mentorship status', () => {
    const survey = { id: 1, minutes: 8, isBegun: false, isFirst: true }
    const status = (screen: Awaited<ReturnType<typeof showHub>>) => screen.getByRole('region', { name: 'Mentorship opens soon' })
    beforeEach(() => answerLists({ mine: completed(3) }))

    test('says that a mentee needs the survey too, until it is answered', async () => {
      answer(getNextFacts, makeFacts({ mentorship: 'show', survey }))
      const screen = await showHub()
      const both = 'Answer the survey and finish 2 more sessions. Then we will start finding your match.'
      await expect.element(status(screen).getByText(both)).toBeVisible()
      await screen.unmount()
      answer(getNextFacts, makeFacts({ mentorship: 'show' }))
      const answered = await showHub()
      await expect
        .element(status(answered).getByText('Finish two more sessions and we will start finding your match.'))
        .toBeVisible()
    })

    test.each([
      ['the survey', { survey }, /^Answer the survey and we will start finding your mentee\./],
      [
        'the search',
        { matching: { status: 'READY' as const, offers: 0, decideBy: null, awaitsApproval: false } },
        /^We’re looking for your mentee\.$/,
      ],
    ])('asks a mentor for no sessions: %s', async (_what, facts, text) => {
      answer(getNextFacts, makeFacts({ side: 'mentor', mentorship: 'show', ...facts }))
      const screen = await showHub(personWith({ curriculum: 'show' }, { role: 'Mentor' }))
      await expect.element(status(screen).getByText(text)).toBeVisible()
      await expect.element(status(screen).getByRole('link', { name: 'Go to Mentorship' })).toHaveAttribute('href', '/mentorship')
      expect(status(screen).getByRole('progressbar').elements()).toEqual([])
    })

    test('makes no promise if the next step cannot be loaded', async () => {
      answer(getNextFacts, refuse('core.broken', 500))
      const screen = await showHub()
      await expect.element(status(screen).getByRole('progressbar')).toBeVisible()
      expect(screen.getByText(/finding your match/).elements()).toEqual([])
    })
  })

  test.each(['show', 'off'] as const)('shows a locked card and requests nothing when the hub is at %s', async (session) => {
    const screen = await showHub(personWith({ session }))
    await expect.element(screen.getByRole('heading', { name: 'The Learning Hub opens later' })).toBeVisible()
  })
})

describe('without data', () => {
  test('shows that sessions are loading', async () => {
    answer(listMySessions, 'hang')
    answer(listSessions, 'hang')
    const screen = await showHub()
    await expect.element(screen.getByText('Loading sessions').first()).toBeInTheDocument()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Learning Hub' })).toBeInTheDocument()
  })

  test('each empty row says what to do', async () => {
    answerLists()
    const screen = await showHub()
    const ongoing = screen.getByRole('region', { name: 'Continue learning' })
    await expect.element(ongoing.getByRole('heading', { name: 'Nothing started yet' })).toBeVisible()
    const find = ongoing.getByRole('link', { name: 'Find a session' })
    await expect.element(find).toHaveAttribute('href', '/learninghub/curatedsession')
    await expect.element(screen.getByRole('heading', { name: 'You have started everything' })).toBeVisible()
  })

  test('after finished sessions the next one is offered by name', async () => {
    answerLists({ mine: completed(2), curated: [sessionCard({ id: 77, title: 'Fly a kite' })] })
    const screen = await showHub()
    const ongoing = screen.getByRole('region', { name: 'Continue learning' })
    await expect.element(ongoing.getByRole('heading', { name: 'Nothing in progress' })).toBeVisible()
    await expect.element(ongoing.getByText('Pick your next session.')).toBeVisible()
    await expect
      .element(ongoing.getByRole('link', { name: 'Start “Fly a kite”' }))
      .toHaveAttribute('href', '/session/sessionintroduction/77')
  })

  test('the next step is at the top', async () => {
    answerLists()
    const survey = { id: 1, minutes: 8, isBegun: false, isFirst: true }
    answer(getNextFacts, makeFacts({ mentorship: 'show', survey }))
    const screen = await showHub()
    const today = screen.getByRole('region', { name: 'Tell us about yourself' })
    await expect.element(today.getByRole('link', { name: 'Begin' })).toHaveAttribute('href', '/survey?survey=1')
    const progressHeading = screen.getByRole('heading', { level: 1, name: 'Five sessions to your mentor' })
    await expect.element(progressHeading).toBeVisible()
    expect(today.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
      progressHeading.element().getBoundingClientRect().top,
    )
  })

  test('a failed row says so and loads after a retry, while the other row stays', async () => {
    const kite = sessionCard({ title: 'Fly a kite' })
    answerLists({ curated: [kite] })
    answer(listMySessions, refuse('core.broken', 500))
    const screen = await showHub()
    const ongoing = screen.getByRole('region', { name: 'Continue learning' })
    await expect.element(ongoing.getByRole('alert').getByText('We could not load your sessions')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Fly a kite' })).toBeVisible()
    answerLists({ ongoing: [sessionCard({ title: 'Speak up' })], curated: [kite] })
    await ongoing.getByRole('button', { name: 'Try again' }).click()
    await expect.element(ongoing.getByRole('link', { name: 'Speak up' })).toBeVisible()
  })
})

describe('a bookmark', () => {
  const speak = sessionCard({ id: 501, title: 'Speak up' })

  test('[LRN-05] changes in every row at once, before the server has answered', async () => {
    answerLists({ ongoing: [speak], curated: [speak] })
    answer(toggleBookmark, 'hang')
    const screen = await showHub()
    const buttons = screen.getByRole('button', { name: 'Bookmark: Speak up' })
    await expect.poll(() => buttons.elements().length).toBe(2)
    await buttons.first().click()
    await expect.element(buttons.first()).toHaveAttribute('aria-pressed', 'true')
    await expect.element(buttons.last()).toHaveAttribute('aria-pressed', 'true')
    await expect.element(screen.getByRole('link', { name: 'Bookmarked 1' })).toBeVisible()
  })

  test('[LRN-05] is reverted in every row when the server refuses, with a message', async () => {
    answerLists({ ongoing: [speak], curated: [speak] })
    const { inputs } = answer(toggleBookmark, refuse('learning.session_not_found', 404))
    const screen = await showHub()
    const buttons = screen.getByRole('button', { name: 'Bookmark: Speak up' })
    await buttons.first().click()
    await expect.element(screen.getByText('We could not save the bookmark for Speak up. Please try again.')).toBeVisible()
    await expect.element(buttons.first()).toHaveAttribute('aria-pressed', 'false')
    await expect.element(buttons.last()).toHaveAttribute('aria-pressed', 'false')
    expect(inputs).toEqual([{ body: { session: 501, isBookmarked: true } }])
  })

  test('[PLT-01] offline stays as pressed, and its last state is sent', async () => {
    answerLists({ ongoing: [speak] })
    answer(toggleBookmark, 'network')
    const screen = await showHub()
    const button = screen.getByRole('button', { name: 'Bookmark: Speak up' })
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
    goOffline()
    for (const pressed of ['true', 'false', 'true']) {
      await button.click()
      await expect.element(button).toHaveAttribute('aria-pressed', pressed)
    }
    await expect
      .poll(async () => (await storedEntries()).map(({ input }) => input))
      .toEqual([{ session: 501, isBookmarked: true }])
    const { inputs } = answer(toggleBookmark, ({ body }) => ({ session: 501, isBookmarked: body.isBookmarked ?? false }))
    goOnline()
    await expect.poll(() => inputs).toEqual([{ body: { session: 501, isBookmarked: true } }])
    await expect.poll(storedEntries).toEqual([])
  })

  test('pressed twice ends in the state of the last press', async () => {
    answerLists({ ongoing: [speak] })
    const { inputs } = answer(toggleBookmark, ({ body }) => ({ session: 501, isBookmarked: body.isBookmarked ?? true }))
    const screen = await showHub()
    const button = screen.getByRole('button', { name: 'Bookmark: Speak up' })
    await button.click()
    await button.click()
    await expect.poll(() => inputs.length).toBe(2)
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  })
})
