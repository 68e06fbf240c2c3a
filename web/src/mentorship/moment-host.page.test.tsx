import { getNextFacts, type NextFacts } from '@saathi/contract/accounts/next-facts'
import { completeStep } from '@saathi/contract/learning/session-calls'
import { getMentorshipSession } from '@saathi/contract/mentorship/calls'
import type { BadgeType } from '@saathi/contract/mentorship/entities'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { goOffline, goOnline } from '../../test/connection.ts'
import { answer } from '../../test/harness.tsx'
import { makeFacts, makeNextSession, makePartner, makeWalk } from '../accounts/today/next.fake.ts'
import { standingOf } from '../learning/session/detail.fake.ts'
import { answerSession, mentorshipSession, read, showSession, step } from './session/server.fake.ts'

const almostDone = mentorshipSession({ sessionSteps: [read(11), step(12)] })
const finished = mentorshipSession({ sessionSteps: [read(11), read(12)], sessionStatus: 'PARTIAL_COMPLETE' })
const partner = makePartner({ mentorship: 7, firstName: 'Meera' })
const next = makeWalk({ mentorship: 7 })

beforeEach(() => page.viewport(390, 844))
afterEach(goOnline)

/** Completes the last step; the server then has the badge. */
async function finish(badge: BadgeType | null, facts: Partial<NextFacts> = {}) {
  answer(getNextFacts, makeFacts({ mentorship: 'use', partners: [partner], ...facts }))
  const server = answerSession(almostDone)
  answer(completeStep, () => {
    server.change({ ...finished, badge })
    const progress = standingOf(almostDone, [11, 12])
    return { ...progress, sessionStatus: 'PARTIAL_COMPLETE' as const, finish: { completed: 4, opened: [] } }
  })
  const screen = await showSession('step/12?mentorship=7')
  await screen.getByRole('button', { name: 'DONE' }).click()
  return screen
}

test.each([
  ['Gold', 'You finished “Speak up” in time, and your quizzes were strong.'],
  ['Silver', 'You finished “Speak up” in time.'],
  ['Bronze', 'You finished “Speak up”.'],
] as const)('a finished session shows its %s badge and how each badge is earned', async (badge, text) => {
  const screen = await finish(badge)
  const shown = screen.getByRole('dialog', { name: `${badge} badge` })
  await expect.element(shown.getByText(text, { exact: true })).toBeVisible()
  await expect.element(shown.getByRole('img', { name: `${badge} badge` })).toBeVisible()
  const how = shown.getByRole('region', { name: 'How badges are earned' })
  await expect.element(how.getByText('Gold badge in time, quizzes 80% or more')).toBeVisible()
  await expect.element(how.getByText('Silver badge in time')).toBeVisible()
  await expect.element(how.getByText('Bronze badge finished later')).toBeVisible()
})

test.each([
  ['the partner', { people: 1 }, 'Tell Meera'],
  ['the group', { people: 4 }, 'Tell your group'],
])('offers to tell %s in their chat', async (_who, changes, name) => {
  const screen = await finish('Gold', { partners: [makePartner({ ...partner, ...changes })] })
  const link = screen.getByRole('dialog').getByRole('link', { name })
  await expect.element(link).toHaveAttribute('href', '/chat/messenger?channel=70')
  await screen.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test.each([
  ['starts', { isBegun: false }, 'Start the next one', '/mentorship/17/sessionintro?mentorship=7'],
  ['continues', { isBegun: true }, 'Continue', '/mentorship/17/summary?mentorship=7'],
])('%s the next session of the same mentorship', async (_what, changes, name, path) => {
  const justFinished = makeWalk({ mentorship: 7, session: makeNextSession({ id: 3, title: 'Speak up' }) })
  const elsewhere = makeWalk({ mentorship: 8, session: makeNextSession({ id: 5, title: 'Elsewhere' }) })
  const screen = await finish('Gold', { walks: [justFinished, elsewhere, { ...next, ...changes }] })
  const shown = screen.getByRole('dialog', { name: 'Gold badge' })
  await expect.element(shown.getByText('Next, 20 min')).toBeVisible()
  await expect.element(shown.getByText('Two stories')).toBeVisible()
  await expect.element(shown.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  await shown.getByRole('button', { name: 'That’s enough for today' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('without a connection the badge is announced for later', async () => {
  answer(getNextFacts, makeFacts({ mentorship: 'use', partners: [partner] }))
  answerSession(almostDone)
  const screen = await showSession('step/12?mentorship=7')
  const done = screen.getByRole('button', { name: 'DONE' })
  await expect.element(done).toBeVisible()
  for (const call of [completeStep, getNextFacts, getMentorshipSession]) answer(call, 'network')
  goOffline()
  await done.click()
  const shown = screen.getByRole('dialog', { name: 'Session done' })
  await expect.element(shown.getByText('You finished “Speak up”. Your badge comes as soon as you’re online.')).toBeVisible()
  expect(shown.getByRole('link').elements()).toEqual([])
})
