import { getNextFacts, type NextFacts } from '@saathi/contract/accounts/next-facts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, makeProfile, refuse, show, showApp } from '../../../test/harness.tsx'
import { makeFacts, makeNextSession, makePartner, makeWalk } from './next.fake.ts'
import { TodayCard } from './card.tsx'

const session = makeNextSession()
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const hub = { isOpen: true, completed: 3, needed: 5, ongoing: null, next: session }
const room = '5f0f2f34-3e0d-4f14-8e4a-0d7a6a3d0c11'
const survey = { id: 1, minutes: 8, isBegun: false, isFirst: true }

beforeEach(() => page.viewport(390, 844))

async function showToday(facts: Partial<NextFacts>, language?: 'hi') {
  answer(getNextFacts, makeFacts(facts))
  return show(<TodayCard />, { profile: makeProfile(), language })
}

type Row = [title: string, facts: Partial<NextFacts>, text: string, links: Record<string, string>]

const rows: Row[] = [
  [
    'Tell us about yourself',
    { mentorship: 'show', survey, hub },
    '8 minutes. We need it to find your mentor.',
    { Begin: '/survey?survey=1' },
  ],
  [
    'A few questions for you',
    { survey: { ...survey, isBegun: true, isFirst: false } },
    '8 minutes. Your answers help us do better.',
    { Continue: '/survey?survey=1' },
  ],
  [
    'Two more sessions to your mentor',
    { mentorship: 'show', hub },
    'Next: “Fly a kite”, 20 minutes.',
    { Start: '/session/sessionintroduction/8' },
  ],
  [
    'Finish “Fly a kite”',
    { mentorship: 'show', hub: { ...hub, ongoing: { ...session, minutesLeft: 12 } } },
    '12 minutes left. Then it’s one more to your mentor.',
    { Continue: '/session/sessionintroduction/8' },
  ],
  [
    'We’re looking for your mentor',
    { mentorship: 'use', matching: { status: 'READY', offers: 0, decideBy: null, awaitsApproval: false } },
    'We’ll notify you as soon as we find someone. Until then, all sessions are open.',
    { 'Start a session': '/learninghub/curatedsession' },
  ],
  [
    'Our team is checking your details',
    { side: 'mentor', mentorship: 'use', matching: { status: 'READY', offers: 0, decideBy: null, awaitsApproval: true } },
    'We may call or write to you. When the checks are done, we start looking for your mentee.',
    { 'Start a session': '/learninghub/curatedsession' },
  ],
  [
    'We found 3 mentors for you',
    { mentorship: 'use', matching: { status: 'READY', offers: 3, decideBy: '2026-11-20T12:30:00Z', awaitsApproval: false } },
    'Say yes or no by 20 Nov, 6:00 pm.',
    { 'Meet them': '/mentorship?matching=1' },
  ],
  [
    'Say hello to Ravi',
    { mentorship: 'use', partners: [makePartner({ hasWritten: false })] },
    'One line is enough.',
    { 'Say hello': '/chat/messenger?channel=70' },
  ],
  [
    'Say hello to your group',
    { side: 'mentor', mentorship: 'use', partners: [makePartner({ part: 'mentee', people: 4, hasWritten: false })] },
    'One line is enough.',
    { 'Say hello': '/chat/messenger?channel=70' },
  ],
  [
    'Call with Ravi in 2 hours',
    {
      mentorship: 'use',
      partners: [makePartner()],
      meeting: { mentorship: 40, title: 'Weekly call', at: inHours(2), sessionTitle: 'Two stories', room },
    },
    'Bring one question from “Two stories”.',
    { 'Get ready': `/video/join-meeting/${room}` },
  ],
  [
    'Ravi is waiting in the call',
    { mentorship: 'use', partners: [makePartner()], call: { room, names: ['Ravi'], since: inHours(0) } },
    'You can come in right away.',
    { Join: `/video/join-meeting/${room}` },
  ],
  [
    'Start “Two stories”',
    { mentorship: 'use', partners: [makePartner()], walks: [makeWalk()] },
    '20 minutes, together with Ravi.',
    { Start: '/mentorship/17/sessionintro?mentorship=40' },
  ],
  [
    'Finish “Two stories”',
    { mentorship: 'use', partners: [makePartner()], walks: [makeWalk({ isBegun: true, endDate: '2020-01-02T10:00:00Z' })] },
    'It was due on 2 Jan 2020. You can still finish it.',
    { Continue: '/mentorship/17/summary?mentorship=40' },
  ],
  [
    'See how your pairs are doing',
    { side: 'pair_manager', mentorship: 'use', looksAfter: true },
    'Look at their progress, and write to anyone who needs you.',
    { 'See your pairs': '/mentorship' },
  ],
  [
    'Would you like a new mentorship?',
    { mentorship: 'use', hadMentorship: true },
    'Your last one has ended. Write to our team if you’d like another.',
    { 'Start a session': '/learninghub/curatedsession' },
  ],
  [
    'Nothing to do today',
    { mentorship: 'use', partners: [makePartner()] },
    'Enjoy your day. All sessions are open if you want to learn.',
    { 'Start a session': '/learninghub/curatedsession' },
  ],
]

describe('shows the next step and its button', () => {
  test.each(rows)('%s', async (title, facts, text, links) => {
    const screen = await showToday(facts)
    const card = screen.getByRole('region', { name: title })
    await expect.element(card.getByRole('heading', { level: 2, name: title })).toBeVisible()
    await expect.element(card.getByText(text, { exact: true })).toBeVisible()
    for (const [name, path] of Object.entries(links)) {
      await expect.element(card.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    }
  })
})

test('is translated to Hindi', async () => {
  const screen = await showToday({ mentorship: 'show', survey, hub }, 'hi')
  await expect.element(screen.getByRole('heading', { name: 'हमें अपने बारे में बताइए' })).toBeVisible()
})

test('updates on live events without a reload', async () => {
  const screen = await showToday({ mentorship: 'show', survey, hub })
  await expect.element(screen.getByRole('heading', { name: 'Tell us about yourself' })).toBeVisible()
  answer(getNextFacts, makeFacts({ mentorship: 'show', hub }))
  await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
  FakeSocket.instances[0]?.open()
  FakeSocket.instances[0]?.say({ type: 'surveys.survey_changed', survey: 1 })
  await expect.element(screen.getByRole('heading', { name: 'Two more sessions to your mentor' })).toBeVisible()
})

test('match offers that await a decision are marked in the menu of every page', async () => {
  const offers = (count: number) =>
    makeFacts({ mentorship: 'use', matching: { status: 'READY', offers: count, decideBy: null, awaitsApproval: false } })
  answer(getNextFacts, offers(2))
  const { status, ...person } = makeProfile()
  const experiences = { ...status.experiences, curriculum: 'use' as const }
  const profile = { ...person, status: { ...status, experiences, matching: { matchingStatus: 'READY' as const } } }
  const screen = await showApp({ profile, path: '/moreinfo' })
  await expect.element(screen.getByRole('link', { name: /^Mentorship\s?2 matches to look at$/ })).toBeVisible()
  answer(getNextFacts, offers(0))
  FakeSocket.instances[0]?.open()
  FakeSocket.instances[0]?.say({ type: 'matching.changed' })
  await expect.element(screen.getByRole('link', { name: 'Mentorship', exact: true })).toBeVisible()
})

test('renders nothing if the step cannot be loaded', async () => {
  answer(getNextFacts, refuse('core.broken', 500))
  const screen = await show(
    <main>
      <TodayCard />
      <p>The rest</p>
    </main>,
    { profile: makeProfile() },
  )
  await expect.element(screen.getByText('The rest')).toBeVisible()
  await expect.element(screen.getByRole('region')).not.toBeInTheDocument()
})
