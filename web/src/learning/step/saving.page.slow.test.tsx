import { getProfile } from '@saathi/contract/accounts/calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { completeStep, getSession, startSession } from '@saathi/contract/learning/session-calls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { doubleTap, fingerOn } from '../../../test/finger.ts'
import { answer, makeProfile, refuse, type showApp } from '../../../test/harness.tsx'
import { content, quizItem, sessionDetail, standingOf, step } from '../session/detail.fake.ts'
import { answerQuiz, answerSession, showStep, takeQuiz } from '../session/server.fake.ts'

type Screen = Awaited<ReturnType<typeof showApp>>
const heading = (screen: Screen, name: string) => screen.getByRole('heading', { level: 1, name, exact: true })
const next = (screen: Screen) => screen.getByRole('button', { name: 'Next step' })
const done = (screen: Screen) => screen.getByRole('button', { name: 'DONE' })
const read = (id: number, changes: Parameters<typeof step>[1] = {}) => step(id, { status: 'COMPLETED', ...changes })
const rate = (screen: Screen) => screen.getByRole('link', { name: 'Rate this session' })
const notSaved = (screen: Screen) => screen.getByRole('status').filter({ hasText: 'Your progress is not saved yet.' })

const savedHere = (screen: Screen) =>
  screen.getByRole('main').getByRole('status').filter({ hasText: 'Saved here. Will be sent when you are back.' })

const storedPositions = (): unknown => JSON.parse(localStorage.getItem('saathi.sessions') ?? 'null')

beforeEach(() => page.viewport(390, 844))
afterEach(goOnline)

describe('going forward', () => {
  test('[LRN-18] posts step-complete once for each step left', async () => {
    const server = answerSession(sessionDetail())
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await next(screen).click()
    await expect.element(heading(screen, 'Step 13')).toBeVisible()
    await expect.poll(server.completed).toEqual([11, 12])
  })

  test('[LRN-18] a second time, after going back, posts nothing more', async () => {
    const server = answerSession(sessionDetail())
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await screen.getByRole('button', { name: 'Previous step' }).click()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(server.completed).toEqual([11])
  })

  test('[LRN-18] a second time, while the first request is in flight, does not post again', async () => {
    const server = answerSession(sessionDetail())
    const { promise: asked, resolve: answerNow } = Promise.withResolvers<void>()
    const { inputs } = answer(completeStep, async ({ body }) => {
      await asked
      return standingOf(sessionDetail(), [body.step])
    })
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await screen.getByRole('button', { name: 'Previous step' }).click()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    answerNow()
    await expect.element(screen.getByRole('progressbar', { name: /Speak up/ })).toHaveAttribute('aria-valuenow', '33')
    expect(inputs).toHaveLength(1)
    expect(server.completed()).toEqual([])
  })

  test('[LRN-18] from a completed step posts nothing', async () => {
    const server = answerSession(sessionDetail({ sessionSteps: [read(11), step(12)] }))
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    expect(server.completed()).toEqual([])
  })

  test('[LRN-18] by a double click goes one step, not two', async () => {
    const server = answerSession(sessionDetail())
    const screen = await showStep(11)
    await userEvent.dblClick(next(screen))
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(server.completed).toEqual([11])
  })

  test('[LRN-18] by a double tap goes one step, and by a later tap the next', async () => {
    const server = answerSession(sessionDetail())
    const screen = await showStep(11)
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    await doubleTap(next(screen).element())
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(server.completed).toEqual([11])
    await fingerOn(next(screen).element())(10)
    await expect.element(heading(screen, 'Step 13')).toBeVisible()
    await expect.poll(server.completed).toEqual([11, 12])
  })

  test('[QST-10] a double tap on Submit shows the result of the quiz and does not leave it', async () => {
    const server = answerSession(sessionDetail({ sessionSteps: [step(11, { content: [quizItem()] }), step(12)] }))
    answerQuiz(server, 11, { results: [{ questionKey: 'friend', isCorrect: true }] })
    const screen = await showStep(11)
    await screen.getByRole('link', { name: 'Take the quiz' }).click()
    await screen.getByRole('textbox').fill('Meera')
    const tap = fingerOn(screen.getByRole('button', { name: 'Submit' }).element())
    await tap(0)
    const back = screen.getByRole('link', { name: 'Back to the step' })
    await expect.element(back).toBeVisible()
    await tap(0.25)
    expect(screen.pathNow()).toContain('view=result')
    await expect.element(back).toBeVisible()
  })

  test('[LRN-18] shows the next step before the server has answered', async () => {
    answerSession(sessionDetail())
    answer(completeStep, 'hang')
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
  })

  test('starts a session that was opened by a link', async () => {
    const session = sessionDetail({ sessionStatus: 'NOT_STARTED' })
    const server = answerSession(session)
    const starting = answer(startSession, () => {
      answer(completeStep, ({ body }) => standingOf(session, [body.step]))
      return standingOf(session, [])
    })
    answer(completeStep, refuse('learning.not_begun', 409))
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(screen.getByRole('progressbar', { name: /Speak up/ })).toHaveAttribute('aria-valuenow', '33')
    expect(starting.inputs).toHaveLength(1)
    expect(server.started).toEqual([])
  })
})

describe('a step that could not be stored', () => {
  test('[LRN-18] is reported, queued, and stored on a retry', async () => {
    const server = answerSession(sessionDetail())
    answer(completeStep, refuse('core.broken', 500))
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.element(notSaved(screen)).toBeVisible()
    const again = answerSession(sessionDetail())
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(again.completed).toEqual([11])
    await expect.element(notSaved(screen)).not.toBeInTheDocument()
    expect(server.completed()).toEqual([])
  })

  test('[LRN-18] is stored in order when the reader continues', async () => {
    answerSession(sessionDetail())
    answer(completeStep, refuse('core.broken', 500))
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(notSaved(screen)).toBeVisible()
    const again = answerSession(sessionDetail())
    await next(screen).click()
    await expect.poll(again.completed).toEqual([11, 12])
    await expect.element(notSaved(screen)).not.toBeInTheDocument()
  })

  test('[LRN-18] is stored when back online', async () => {
    answerSession(sessionDetail())
    answer(completeStep, 'network')
    const screen = await showStep(11)
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    goOffline()
    await next(screen).click()
    await expect.element(savedHere(screen)).toBeVisible()
    const again = answerSession(sessionDetail())
    goOnline()
    await expect.poll(again.completed).toEqual([11])
    await expect.element(savedHere(screen)).not.toBeInTheDocument()
  })

  test('[LRN-18] survives a reload', async () => {
    answerSession(sessionDetail())
    answer(completeStep, refuse('core.broken', 500))
    const first = await showStep(11)
    await next(first).click()
    await expect.element(notSaved(first)).toBeVisible()
    await first.unmount()
    const again = answerSession(sessionDetail())
    const screen = await showStep(12)
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(again.completed).toEqual([11])
  })

  test('[LRN-11] whose quiz is open on the server stays incomplete, and a link leads to the quiz', async () => {
    const quiz = quizItem({ isAnswered: true })
    const server = answerSession(sessionDetail({ sessionSteps: [step(11, { title: 'Breath', content: [quiz] }), step(12)] }))
    answer(completeStep, refuse('learning.quiz_open', 409))
    const screen = await showStep(11)
    await expect.element(heading(screen, 'Breath')).toBeVisible()
    server.change((cached) => ({ ...cached, sessionSteps: [step(11, { title: 'Breath', content: [quizItem()] }), step(12)] }))
    await next(screen).click()
    await expect.element(screen.getByText(/The quiz in “Breath” is still open/)).toBeVisible()
    await screen.getByRole('link', { name: 'Go to that step' }).click()
    await expect.element(heading(screen, 'Breath')).toBeVisible()
    await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
  })

  test('[LRN-11] is not posted while its mandatory quiz is open', async () => {
    const server = answerSession(sessionDetail({ sessionSteps: [step(11, { content: [quizItem()] }), step(12)] }))
    const screen = await showStep(11)
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await next(screen).click({ force: true })
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    expect(server.completed()).toEqual([])
  })

  test('that was deleted is reported, and the session is refetched', async () => {
    answerSession(sessionDetail())
    answer(completeStep, refuse('learning.step_not_found', 404))
    const screen = await showStep(11)
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    const { inputs } = answer(getSession, sessionDetail())
    await next(screen).click()
    await expect.element(screen.getByText(/we loaded the session again/)).toBeVisible()
    expect(inputs.length).toBeGreaterThan(0)
  })
})

describe('DONE', () => {
  const nearlyDone = () => sessionDetail({ sessionSteps: [read(11), read(12), step(13)] })

  test('[LRN-12] shows only on the last step', async () => {
    answerSession(nearlyDone())
    const screen = await showStep(12)
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    expect(done(screen).elements()).toEqual([])
    await next(screen).click()
    await expect.element(done(screen)).toBeVisible()
    await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(next(screen)).toHaveAccessibleDescription('This is the last step.')
  })

  test('[LRN-12] completes the step once, and opens feedback with the session', async () => {
    const server = answerSession(nearlyDone())
    const screen = await showStep(13)
    await userEvent.dblClick(done(screen))
    await expect.poll(() => screen.pathNow()).toBe('/session/step/sessionfeedback/?session=3')
    await expect.element(heading(screen, 'How was this session?')).toBeVisible()
    expect(server.completed()).toEqual([13])
  })

  test('[LRN-12] ignores the second of two quick presses when the feedback page has appeared', async () => {
    answerSession(nearlyDone())
    const screen = await showStep(13)
    await expect.element(done(screen)).toBeVisible()
    answer(listSessions, { sessions: [] })
    answer(listMySessions, { sessions: [] })
    const tap = fingerOn(done(screen).element())
    await tap(0)
    const leave = screen.getByRole('link', { name: 'Not now' })
    await expect.element(leave).toBeVisible()
    await tap(0.25)
    expect(screen.pathNow()).toBe('/session/step/sessionfeedback/?session=3')
    await leave.click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })

  test('[LRN-12] is hidden while the last step’s quiz is open', async () => {
    answerSession(sessionDetail({ sessionSteps: [read(11), step(12, { content: [quizItem()] })] }))
    const screen = await showStep(12)
    await expect.element(screen.getByText('Please take the quiz before moving forward')).toBeVisible()
    expect(done(screen).elements()).toEqual([])
  })

  test('[LRN-12] shows also on a completed session below 100%, and posts nothing twice', async () => {
    const server = answerSession(
      sessionDetail({
        sessionSteps: [read(11), read(12)],
        sessionStatus: 'COMPLETED',
        sessionDuration: 40,
        durationCompleted: 20,
      }),
    )
    const screen = await showStep(12)
    await done(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/step/sessionfeedback/?session=3')
    expect(server.completed()).toEqual([])
  })

  test('[LRN-12] is replaced by the rating link when the last quiz has completed the session, visible without scrolling', async () => {
    const server = answerSession(sessionDetail({ sessionSteps: [read(11), step(12, { content: [quizItem()] })] }))
    answerQuiz(server, 12)
    const screen = await showStep(12)
    await takeQuiz(screen)
    await expect.element(rate(screen)).toBeInViewport()
    expect(done(screen).elements()).toEqual([])
    await expect.poll(storedPositions).toEqual({ steps: {}, last: 3 })
    await rate(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/step/sessionfeedback/?session=3')
    await expect.element(heading(screen, 'How was this session?')).toBeVisible()
    expect(server.completed()).toEqual([])
  })

  test('[LRN-12] is replaced by links once everything is completed and rated', async () => {
    const feedback = { rating: 4, review: '' }
    answerSession(sessionDetail({ sessionSteps: [read(11), read(12)], sessionStatus: 'COMPLETED', feedback }))
    const screen = await showStep(12)
    await expect.element(screen.getByText('You have completed this session')).toBeVisible()
    expect(done(screen).elements()).toEqual([])
    await expect.element(screen.getByRole('link', { name: 'Back to the hub' })).toHaveAttribute('href', '/learninghub')
    await screen.getByRole('link', { name: 'Rate this session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/step/sessionfeedback/?session=3')
  })

  test('[LRN-12] is disabled while earlier steps are open, and lists them', async () => {
    const server = answerSession(
      sessionDetail({ sessionSteps: [step(11, { title: 'Loud' }), read(12), step(13, { title: 'Try' }), step(14)] }),
    )
    const screen = await showStep(14)
    await expect.element(done(screen)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText(/2 steps are still open/)).toBeVisible()
    await done(screen).click({ force: true })
    expect(server.completed()).toEqual([])
    await screen.getByRole('link', { name: 'Try' }).click()
    await expect.element(heading(screen, 'Try')).toBeVisible()
    expect(screen.pathNow()).toBe('/session/step?session=3&step=13')
  })

  test('[LRN-12] refused because of open steps lists the steps from the server’s reply', async () => {
    const server = answerSession(nearlyDone())
    answer(completeStep, refuse('learning.steps_open', 409))
    const screen = await showStep(13)
    await expect.element(done(screen)).not.toHaveAttribute('aria-disabled')
    server.change((cached) => ({ ...cached, sessionSteps: [step(11, { title: 'Loud' }), read(12), step(13)] }))
    await done(screen).click()
    await expect.element(screen.getByRole('link', { name: 'Loud' })).toBeVisible()
    await expect.element(done(screen)).toHaveAttribute('aria-disabled', 'true')
    expect(screen.pathNow()).toBe('/session/step?session=3&step=13')
  })

  test.each([
    ['the server fails', refuse('core.broken', 500)],
    ['the server is unreachable', 'network' as const],
  ])('[LRN-12] opens feedback if %s, and is stored later', async (_why, reply) => {
    answerSession(nearlyDone())
    answer(completeStep, reply)
    const screen = await showStep(13)
    await done(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/step/sessionfeedback/?session=3')
    await expect.element(screen.getByText('You made it through “Speak up”.')).toBeVisible()
    const again = answerSession(nearlyDone())
    goOnline()
    await expect.poll(again.completed).toEqual([13])
  })

  test('[LRN-14] makes the session start at its beginning the next time', async () => {
    answerSession(nearlyDone())
    const screen = await showStep(13)
    await expect.poll(storedPositions).toMatchObject({ steps: { 3: 13 } })
    await done(screen).click()
    await expect.element(heading(screen, 'How was this session?')).toBeVisible()
    expect(storedPositions()).toEqual({ steps: {}, last: 3 })
  })

  test('[LRN-14] a finished session that is reopened does not store its position', async () => {
    localStorage.setItem('saathi.sessions', JSON.stringify({ steps: { 8: 81 } }))
    answerSession(sessionDetail({ sessionSteps: [read(11), read(12), read(13)], sessionStatus: 'COMPLETED' }))
    const screen = await showStep(12)
    await next(screen).click()
    await expect.element(rate(screen)).toBeVisible()
    await screen.getByRole('button', { name: 'Leave session' }).click()
    await expect
      .element(screen.getByRole('link', { name: 'Read again', exact: true }))
      .toHaveAttribute('href', '/session/step?session=3&step=11')
    expect(storedPositions()).toEqual({ steps: { 8: 81 } })
  })

  test('[LRN-15] that unlocks mentorship shows it without signing in again', async () => {
    await page.viewport(1280, 900)
    const profile = makeProfile()
    answerSession(nearlyDone())
    const screen = await showStep(13)
    await expect.element(done(screen)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Mentorship' }).elements()).toEqual([])
    const experiences = { ...profile.status.experiences, curriculum: 'use' as const }
    answer(getProfile, { ...profile, status: { ...profile.status, experiences } })
    await done(screen).click()
    await expect.element(screen.getByRole('link', { name: 'Mentorship' })).toBeVisible()
  })
})

describe('another tab', () => {
  test('that advances updates this one', async () => {
    const server = answerSession(
      sessionDetail({ sessionSteps: [step(11, { content: [content('TEXT', { text: 'Hi' })] }), step(12)] }),
    )
    const screen = await showStep(11)
    const bar = screen.getByRole('progressbar', { name: /Speak up/ })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '0')
    server.change((cached) => ({ ...cached, durationCompleted: 10 }))
    const line = FakeSocket.instances.at(-1)
    line?.open()
    line?.say({ type: 'core.ready' })
    line?.say({ type: 'learning.progress_changed', session: 3 })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '50')
  })
})
