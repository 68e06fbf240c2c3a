import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import { listCards } from '@saathi/contract/content/community-calls'
import { listMatchScreens } from '@saathi/contract/content/screen-calls'
import { listMySessions } from '@saathi/contract/learning/calls'
import { getMatchList } from '@saathi/contract/matching/calls'
import { listMentorships, listMyMentorshipSessions } from '@saathi/contract/mentorship/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { makeFacts } from '../../accounts/today/next.fake.ts'
import { answerHome, personWith, showHome } from './server.fake.ts'
import { inDays, member, mentorship, walkCard } from '../mentorship.fake.ts'

const image = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="400" height="240"/>'
const card = {
  id: 1,
  image,
  imageWidth: 400,
  imageHeight: 240,
  link: '/learninghub',
  text: 'Two people, one thread',
  localeText: '',
}
const hubSession = (id: number, sessionStatus: 'COMPLETED' | 'ONGOING') => ({
  ...walkCard({ id, sessionStatus }),
  isLearningHub: true,
})
const searching = () => {
  const profile = personWith({ curriculum: 'use' })
  return { ...profile, status: { ...profile.status, matching: { matchingStatus: 'READY' as const } } }
}
const finding = {
  matchTrackers: [],
  hasNextPage: false,
  screen: 1,
  pairStatus: 'default' as const,
  expiryHours: 72,
  userMatchType: '1to1' as const,
  isMentor: false,
  waitingSince: null,
}

beforeEach(() => page.viewport(1280, 900))

describe('the four modes', () => {
  test('[MEN-01] curriculum "use" with an active mentorship shows the home', async () => {
    answerHome()
    const home = await showHome()
    await expect.element(home.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
    await expect.element(home.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  })

  test('[MEN-01] curriculum "show" explains how to unlock it', async () => {
    answer(listMyMentorshipSessions, { sessions: [] })
    answer(listMySessions, { sessions: [1, 2, 3].map((id) => hubSession(id, 'COMPLETED')).concat(hubSession(4, 'ONGOING')) })
    const home = await showHome('/mentorship', personWith({ curriculum: 'show' }))
    const card = home.getByRole('region', { name: 'Mentorship opens soon' })
    await expect.element(card.getByText('3 of 5 sessions')).toBeVisible()
    await expect.element(card.getByText(/Finish two more sessions/)).toBeVisible()
    await expect.element(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60')
    await expect.element(card.getByRole('link', { name: 'Go to the Learning Hub' })).toHaveAttribute('href', '/learninghub')
  })

  test('[MEN-01] a locked mentee reads that the survey is needed too', async () => {
    answer(listMyMentorshipSessions, { sessions: [] })
    answer(listMySessions, { sessions: [hubSession(1, 'COMPLETED')] })
    answer(getNextFacts, makeFacts({ mentorship: 'show', survey: { id: 1, minutes: 8, isBegun: false, isFirst: true } }))
    const home = await showHome('/mentorship', personWith({ curriculum: 'show' }))
    const card = home.getByRole('region', { name: 'Mentorship opens soon' })
    await expect.element(card.getByText(/^Answer the survey and finish 4 more sessions\./)).toBeVisible()
  })

  test('[MEN-01] a locked mentor reads about the survey, not about sessions', async () => {
    answer(listMyMentorshipSessions, { sessions: [] })
    const survey = { id: 1, minutes: 8, isBegun: false, isFirst: true }
    answer(getNextFacts, makeFacts({ side: 'mentor', mentorship: 'show', survey }))
    const home = await showHome('/mentorship', personWith({ curriculum: 'show' }, { role: 'Mentor' }))
    const card = home.getByRole('region', { name: 'Mentorship opens soon' })
    await expect.element(card.getByText(/^Answer the survey and we will start finding your mentee\./)).toBeVisible()
    await expect.element(card.getByRole('link', { name: 'Go to the Learning Hub' })).toBeVisible()
    expect(home.getByText(/of 5 sessions/).elements()).toEqual([])
  })

  test('[MEN-01] curriculum "off" makes no promise, and explains what a mentorship is like', async () => {
    answer(listMyMentorshipSessions, { sessions: [] })
    answer(listCards, { cards: [card] })
    const home = await showHome('/mentorship', personWith({ curriculum: 'off' }))
    await expect.element(home.getByRole('heading', { level: 1, name: 'Mentorship is not open to you' })).toBeVisible()
    await expect.element(home.getByText('Two people, one thread')).toBeVisible()
    const main = home.getByRole('main')
    expect(main.getByText(/opens soon|five|more sessions/).elements()).toEqual([])
    expect(main.getByRole('link', { name: 'Back to Mentorship' }).elements()).toEqual([])
  })

  test.each(['show', 'off'] as const)('[MEN-01] with curriculum at %s started sessions are readable', async (curriculum) => {
    answer(listMySessions, { sessions: [] })
    answer(listCards, { cards: [] })
    const started = answer(listMyMentorshipSessions, {
      sessions: [
        walkCard({ id: 31, title: 'Plan your week', mentorship: 9, endDate: inDays(-20), badge: 'Gold' }),
        walkCard({ id: 31, title: 'Plan your week', mentorship: 4, isOpen: false }),
      ],
    })
    const home = await showHome('/mentorship', personWith({ curriculum }))
    const read = home.getByRole('region', { name: 'What you have started' })
    const links = read.getByRole('link', { name: 'Plan your week' })
    await expect.element(links.first()).toHaveAttribute('href', '/mentorship/31/sessionintro?mentorship=9')
    await expect.element(links.last()).toHaveAttribute('href', '/mentorship/31/sessionintro?mentorship=4')
    await expect.element(read.getByRole('img', { name: 'Gold badge' })).toBeVisible()
    expect(read.getByText(/overdue/).elements()).toEqual([])
    expect(read.getByRole('button').elements()).toEqual([])
    expect(started.inputs.at(-1)?.query.mentorship).toBeUndefined()
  })

  test('[MEN-01] without an active mentorship the programme’s cards are shown', async () => {
    answerHome({ mentorships: [] })
    const { inputs } = answer(listCards, { cards: [card] })
    const home = await showHome()
    await expect.element(home.getByRole('heading', { level: 1, name: 'Your mentor isn’t chosen yet' })).toBeVisible()
    const cards = home.getByRole('list', { name: 'What a mentorship is like' })
    await expect.element(cards.getByText('Two people, one thread')).toBeVisible()
    const more = cards.getByRole('link', { name: 'Find out more: Two people, one thread' })
    await expect.element(more).toHaveAttribute('href', '/learninghub')
    expect(inputs.at(-1)?.query).toEqual({ expType: 'mentorship', imageType: 'web' })
  })

  test('there is always a next step: the survey, and the progress so far', async () => {
    answerHome({ mentorships: [] })
    answer(listCards, { cards: [] })
    const survey = { id: 1, minutes: 8, isBegun: false, isFirst: true }
    answer(
      getNextFacts,
      makeFacts({ mentorship: 'use', survey, hub: { isOpen: true, completed: 5, needed: 5, ongoing: null, next: null } }),
    )
    const home = await showHome()
    const today = home.getByRole('region', { name: 'Tell us about yourself' })
    await expect.element(today.getByRole('link', { name: 'Begin' })).toHaveAttribute('href', '/survey?survey=1')
    const path = home.getByRole('region', { name: 'The way to your mentor' })
    await expect.element(path.getByRole('list', { name: 'Step 2 of 5' })).toBeVisible()
    await expect.element(path.getByText('5 sessions, done')).toBeVisible()
    await expect.element(path.getByText('Tell us about yourself, 8 minutes, now')).toBeVisible()
  })

  test('a pair manager reads nothing about a future mentor', async () => {
    answerHome({ mentorships: [] })
    answer(listCards, { cards: [] })
    answer(getNextFacts, makeFacts({ side: 'pair_manager', mentorship: 'use' }))
    const home = await showHome('/mentorship', personWith({ curriculum: 'use' }, { role: 'PairManager' }))
    await expect.element(home.getByRole('heading', { level: 1, name: 'You have no pair at the moment' })).toBeVisible()
    expect(home.getByRole('region', { name: /The way to/ }).elements()).toEqual([])
  })

  test('[MEN-01] started sessions of an ended mentorship are readable, and nothing can be changed', async () => {
    const ended = mentorship({ id: 4, isActive: false, endedAt: '2026-11-03T10:00:00+05:30' })
    const { lists } = answerHome({
      mentorships: [ended],
      mine: [walkCard({ id: 31, title: 'Plan your week', mentorship: 4, isOpen: false, endDate: inDays(-20) })],
    })
    answer(listCards, { cards: [] })
    const home = await showHome()
    const read = home.getByRole('region', { name: 'Your time with Meera Iyer' })
    const link = read.getByRole('link', { name: 'Plan your week' })
    await expect.element(link).toHaveAttribute('href', '/mentorship/31/sessionintro?mentorship=4')
    await expect.element(read.getByText(/It ended on 3 Nov 2026/)).toBeVisible()
    expect(read.getByRole('button').elements()).toEqual([])
    expect(read.getByText(/overdue/).elements()).toEqual([])
    expect(lists.at(-1)?.query.mentorship).toBe(4)
  })

  test('[MEN-01] badges earned in an ended mentorship stay', async () => {
    const sessions = [walkCard({ title: 'Plan your week', isOpen: false, badge: 'Silver' }), walkCard({ isOpen: false })]
    answerHome({ mentorships: [mentorship({ id: 4, isActive: false })], mine: sessions })
    answer(listCards, { cards: [] })
    const home = await showHome()
    const items = home.getByRole('list', { name: 'Your time with Meera Iyer' }).getByRole('listitem')
    await expect.element(items.first().getByRole('img', { name: 'Silver badge' })).toBeVisible()
    expect(items.last().getByRole('img').elements()).toEqual([])
  })

  test('[MEN-01] started sessions of an earlier mentorship are below the ongoing one', async () => {
    const ended = mentorship({ id: 4, isActive: false, partners: [member({ userId: 9, userFullName: 'Ravi Kulkarni' })] })
    answerHome({ mentorships: [mentorship(), ended] })
    answer(listMyMentorshipSessions, ({ query }) => ({
      sessions: query.mentorship === 4 ? [walkCard({ id: 31, title: 'Plan your week', mentorship: 4, isOpen: false })] : [],
    }))
    const home = await showHome()
    const earlier = home.getByRole('region', { name: 'Your time with Ravi Kulkarni' })
    await expect.element(earlier.getByRole('link', { name: 'Plan your week' })).toBeVisible()
  })

  test('[MEN-01] while a match is being looked for the page says so', async () => {
    answerHome({ mentorships: [] })
    answer(listMatchScreens, { screensList: [] })
    answer(getMatchList, finding)
    const home = await showHome('/mentorship', searching())
    await expect.element(home.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()
    expect(home.getByText('Your mentor isn’t chosen yet').elements()).toEqual([])
  })

  test('[MEN-01] an ongoing mentorship shows its home, even while another match is looked for', async () => {
    answerHome()
    answer(getMatchList, finding)
    const home = await showHome('/mentorship', searching())
    await expect.element(home.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
  })
})

describe('without data', () => {
  test('the page shows that it is loading', async () => {
    answer(listMentorships, 'hang')
    const home = await showHome()
    await expect.element(home.getByText('Loading your mentorship')).toBeInTheDocument()
    await expect.element(home.getByRole('heading', { level: 1, name: 'Mentorship' })).toBeInTheDocument()
  })

  test('a mentorship that fails to load shows an error and loads after a retry', async () => {
    answer(listMentorships, refuse('core.broken', 500))
    const home = await showHome()
    await expect.element(home.getByRole('heading', { name: 'We could not load your mentorship' })).toBeVisible()
    answerHome()
    await home.getByRole('button', { name: 'Try again' }).click()
    await expect.element(home.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
  })

  test('a failed section shows its own error; the others stay', async () => {
    answerHome({ open: [walkCard({ title: 'Ahead', sessionStatus: 'NOT_STARTED' })] })
    answer(listMyMentorshipSessions, refuse('core.broken', 500))
    const home = await showHome()
    const panel = home.getByRole('tabpanel', { name: 'Recent' })
    await expect.element(panel.getByRole('alert').getByText('We could not load your sessions')).toBeVisible()
    await expect.element(home.getByRole('region', { name: /20/ }).getByText('We could not load the deadlines')).toBeVisible()
    await expect.element(home.getByText('11/24')).toBeVisible()
    answer(listMyMentorshipSessions, { sessions: [walkCard({ title: 'Ask for help' })] })
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect.element(panel.getByRole('link', { name: 'Ask for help' })).toBeVisible()
    await home.getByRole('tab', { name: 'Available' }).click()
    await expect.element(home.getByRole('tabpanel').getByRole('link', { name: 'Ahead' })).toBeVisible()
  })

  test('with finished sessions the empty list does not say that nothing was started', async () => {
    answerHome({ mine: [walkCard({ sessionStatus: 'COMPLETED' })], open: [walkCard({ sessionStatus: 'NOT_STARTED' })] })
    const home = await showHome('/mentorship?list=recent')
    await expect.element(home.getByRole('heading', { name: 'Nothing in progress' })).toBeVisible()
    expect(home.getByText('Nothing started yet').elements()).toEqual([])
  })

  test('each empty list says what will come', async () => {
    answerHome()
    const home = await showHome()
    // Nothing was started, so the available sessions come first.
    await expect.element(home.getByRole('heading', { name: 'You have started everything' })).toBeVisible()
    await expect.element(home.getByRole('tab', { name: 'Available', selected: true })).toBeVisible()
    await home.getByRole('tab', { name: 'Recent' }).click()
    await expect.element(home.getByRole('heading', { name: 'Nothing started yet' })).toBeVisible()
    await home.getByRole('tab', { name: 'Completed' }).click()
    await expect.element(home.getByRole('heading', { name: 'Nothing completed yet' })).toBeVisible()
    await expect.element(home.getByText('No session is due.')).toBeVisible()
  })
})

describe('a person with several mentorships', () => {
  const pairs = [
    mentorship({ id: 7, part: 'mentor', partners: [member({ userId: 11, userFullName: 'Asha Rao' })] }),
    mentorship({ id: 8, part: 'mentor', partners: [member({ userId: 12, userFullName: 'Farhan Ali' })] }),
  ]

  test('can switch between them, and links keep the selected one', async () => {
    const { lists } = answerHome({ mentorships: pairs, mine: [walkCard({ id: 5, title: 'Ask for help' })] })
    const home = await showHome()
    await expect.element(home.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
    await home.getByRole('navigation', { name: 'Your mentorships' }).getByRole('link', { name: 'Farhan' }).click()
    await expect.element(home.getByRole('heading', { level: 1, name: 'Farhan Ali' })).toBeVisible()
    expect(home.pathNow()).toBe('/mentorship?mentorship=8')
    await expect.poll(() => lists.at(-1)?.query.mentorship).toBe(8)
    const list = home.getByRole('list', { name: 'Recent' })
    await expect
      .element(list.getByRole('link', { name: 'Ask for help' }))
      .toHaveAttribute('href', '/mentorship/5/sessionintro?mentorship=8')
  })

  test('gets the first one for an unknown id in the address', async () => {
    answerHome({ mentorships: pairs })
    const home = await showHome('/mentorship?mentorship=99')
    await expect.element(home.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
  })
})

test('the page is translated to Hindi', async () => {
  answerHome({ mine: [walkCard({ endDate: inDays(5) })] })
  const home = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship', language: 'hi' })
  await expect.element(home.getByText('आपके मेंटर')).toBeVisible()
  await expect.element(home.getByRole('list', { name: 'हाल के' }).getByText('5 दिन बाकी')).toBeVisible()
})
