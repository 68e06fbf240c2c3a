import { getNextFacts, type NextFacts } from '@saathi/contract/accounts/next-facts'
import { completeStep } from '@saathi/contract/learning/session-calls'
import type { Finish } from '@saathi/contract/learning/detail'
import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { seedOutbox, stepEntry } from '#core/outbox/entry.fake.ts'
import { emulateMedia } from '#core/theme/emulate-media.ts'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, type showApp } from '../../../test/harness.tsx'
import { makeFacts, makeNextSession } from '../../accounts/today/next.fake.ts'
import { friend, sentState } from '../quiz/page.fake.tsx'
import { quizItem, sessionDetail, standingOf, step } from './detail.fake.ts'
import { answerQuiz, answerSession, showStep, takeQuiz } from './server.fake.ts'

type Screen = Awaited<ReturnType<typeof showApp>>
const read = (id: number) => step(id, { status: 'COMPLETED' })
const done = (screen: Screen) => screen.getByRole('button', { name: 'DONE' })
const moment = (screen: Screen) => screen.getByRole('dialog')
const almostDone = () => sessionDetail({ sessionSteps: [read(11), step(12)] })
const onTheWay = (completed: number, changes: Partial<NextFacts> = {}): NextFacts =>
  makeFacts({
    mentorship: 'show',
    hub: { isOpen: true, completed, needed: 5, ongoing: null, next: makeNextSession() },
    ...changes,
  })
const survey = { id: 1, minutes: 8, isBegun: false, isFirst: true }

/** The server reports the finish in its reply to the last step. */
function answerFinish(finish: Finish, session = almostDone()) {
  answerSession(session)
  answer(completeStep, () => ({ ...standingOf(session, [11, 12]), finish }))
}

beforeEach(() => page.viewport(390, 844))
afterEach(goOnline)
afterEach(() => emulateMedia())

describe('a finished session', () => {
  beforeEach(() => {
    answerFinish({ completed: 3, opened: [] })
    answer(getNextFacts, onTheWay(3))
  })

  test('fills the screen with what was done, the progress and the next session', async () => {
    const screen = await showStep(12)
    await done(screen).click()
    const shown = screen.getByRole('dialog', { name: 'Session 3 done' })
    await expect.element(shown).toBeVisible()
    await expect.element(shown.getByText('You finished “Speak up”. 2 to your mentor.')).toBeVisible()
    const beads = shown.getByRole('list', { name: '3 of 5 sessions completed' })
    await expect.element(beads).toBeVisible()
    expect(beads.getByText(/, done$/).elements()).toHaveLength(3)
    await expect.element(shown.getByText('Fly a kite')).toBeVisible()
    await expect
      .element(shown.getByRole('link', { name: 'Start the next one' }))
      .toHaveAttribute('href', '/session/sessionintroduction/8')
    const box = shown.element().getBoundingClientRect()
    expect([box.left, box.top, box.width]).toEqual([0, 0, 390])
    expect(box.height).toBeGreaterThanOrEqual(844)
  })

  test('starts at its heading, traps Tab, and closes to the feedback with Escape', async () => {
    const screen = await showStep(12)
    await done(screen).click()
    const heading = moment(screen).getByRole('heading', { name: 'Session 3 done' })
    await expect.element(heading).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(moment(screen).getByRole('link', { name: 'Start the next one' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(moment(screen)).not.toBeInTheDocument()
    expect(screen.pathNow()).toContain('/session/step/sessionfeedback')
    await expect.element(screen.getByRole('radio', { name: /5/ }).first()).toBeVisible()
  })

  test('is shown once, not again after a reload', async () => {
    const screen = await showStep(12)
    await done(screen).click()
    await expect.element(moment(screen)).toBeVisible()
    await screen.getByRole('button', { name: 'That’s enough for today' }).click()
    await expect.element(moment(screen)).not.toBeInTheDocument()
    // The same reply again, as after a retried request.
    await seedOutbox(stepEntry(3, 12))
    window.dispatchEvent(new Event('online'))
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(moment(screen).elements()).toEqual([])
  })

  test('is not shown if another tab has shown it', async () => {
    localStorage.setItem('saathi.finished.1.hub.3', '1')
    const screen = await showStep(12)
    await done(screen).click()
    await expect.poll(() => screen.pathNow()).toContain('/session/step/sessionfeedback')
    expect(moment(screen).elements()).toEqual([])
  })

  test('closes when the next session is opened', async () => {
    const screen = await showStep(12)
    await done(screen).click()
    await moment(screen).getByRole('link', { name: 'Start the next one' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/sessionintroduction/8')
    await expect.element(moment(screen)).not.toBeInTheDocument()
  })
})

test('a quiz that completes the session shows the celebration too', async () => {
  const session = sessionDetail({ sessionSteps: [read(11), step(12, { content: [quizItem()] })] })
  const server = answerSession(session)
  answerQuiz(server, 12)
  answer(saveAnswers, () => ({
    state: { ...sentState({ questions: [friend] }), step: 12 },
    standing: { ...server.complete(12), finish: { completed: 1, opened: [] } },
  }))
  answer(getNextFacts, onTheWay(1))
  const screen = await showStep(12)
  await takeQuiz(screen)
  await expect.element(screen.getByRole('dialog', { name: 'Session 1 done' })).toBeVisible()
  await expect.element(screen.getByText(/4 to your mentor\./)).toBeVisible()
})

test('before the fifth session the next one is offered, even while the survey is open', async () => {
  answerFinish({ completed: 1, opened: [] })
  answer(getNextFacts, onTheWay(1, { survey }))
  const screen = await showStep(12)
  await done(screen).click()
  await expect.element(moment(screen).getByRole('link', { name: 'Start the next one' })).toBeVisible()
  expect(moment(screen).getByRole('link', { name: /Begin/ }).elements()).toEqual([])
})

describe('the fifth session', () => {
  test('unlocks mentorship and links to the survey', async () => {
    answerFinish({ completed: 5, opened: ['mentorship', 'internship'] })
    answer(getNextFacts, onTheWay(5, { mentorship: 'use', survey }))
    const screen = await showStep(12)
    await done(screen).click()
    const shown = screen.getByRole('dialog', { name: 'You did it: five sessions' })
    await expect.element(shown.getByText(/^Mentorship is open! One thing left/)).toBeVisible()
    await expect.element(shown.getByRole('list', { name: '5 of 5 sessions completed, now open' })).toBeVisible()
    await expect.element(shown.getByRole('link', { name: 'Begin, 8 minutes' })).toHaveAttribute('href', '/survey?survey=1')
    await shown.getByRole('button', { name: 'Later today' }).click()
    await expect.element(moment(screen)).not.toBeInTheDocument()
  })

  test('links to mentorship if the survey is answered', async () => {
    answerFinish({ completed: 5, opened: ['mentorship'] })
    answer(
      getNextFacts,
      onTheWay(5, { mentorship: 'use', matching: { status: 'READY', offers: 0, decideBy: null, awaitsApproval: false } }),
    )
    const screen = await showStep(12)
    await done(screen).click()
    const shown = screen.getByRole('dialog', { name: 'You did it: five sessions' })
    await expect.element(shown.getByText('Mentorship is open!')).toBeVisible()
    await expect.element(shown.getByRole('link', { name: 'See what comes next' })).toHaveAttribute('href', '/mentorship')
  })
})

describe('without a connection', () => {
  test('a finished session is celebrated immediately, and not again when it is sent', async () => {
    answer(getNextFacts, onTheWay(2))
    answerSession(almostDone())
    const screen = await showStep(12)
    await expect.element(done(screen)).toBeVisible()
    answer(completeStep, 'network')
    answer(getNextFacts, 'network')
    goOffline()
    await done(screen).click()
    await expect.element(moment(screen)).toBeVisible()
    await moment(screen).getByRole('button').last().click()
    await expect.element(moment(screen)).not.toBeInTheDocument()
    const { inputs } = answer(completeStep, () => ({
      ...standingOf(almostDone(), [11, 12]),
      finish: { completed: 3, opened: [] },
    }))
    answer(getNextFacts, onTheWay(3))
    goOnline()
    await expect.poll(() => inputs.length).toBe(1)
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(moment(screen).elements()).toEqual([])
  })
})

test.each([
  ['no-preference', /fall/, /spring/, /fill/],
  ['reduce', /^none$/, /^none$/, /^none$/],
] as const)('with reduced motion at %s the petals and the new bead move or stay still', async (motion, petals, bead, thread) => {
  await emulateMedia({ 'prefers-reduced-motion': motion })
  answerFinish({ completed: 3, opened: [] })
  answer(getNextFacts, onTheWay(3))
  const screen = await showStep(12)
  await done(screen).click()
  await expect.element(moment(screen)).toBeVisible()
  const beads = moment(screen).getByRole('list', { name: '3 of 5 sessions completed' })
  await expect.element(beads).toBeVisible()
  const motionOf = (element: Element | null | undefined, part?: string) =>
    element ? getComputedStyle(element, part).animationName : 'missing'
  const items = beads.getByRole('listitem').elements()
  const fallen = [...moment(screen).element().querySelectorAll('[aria-hidden="true"] > i')]
  expect(fallen).toHaveLength(10)
  for (const petal of fallen) expect(motionOf(petal)).toMatch(petals)
  expect(motionOf(items[2]?.firstElementChild)).toMatch(bead)
  expect(motionOf(items[1], '::after')).toMatch(thread)
})
