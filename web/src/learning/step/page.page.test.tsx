import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { getSession } from '@saathi/contract/learning/session-calls'
import { signOut } from '@saathi/contract/accounts/identity-calls'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { content, quizItem, sessionDetail, step } from '../session/detail.fake.ts'
import { answerSession, showStep } from '../session/server.fake.ts'

type Screen = Awaited<ReturnType<typeof showApp>>
const heading = (screen: Screen, name: string) => screen.getByRole('heading', { level: 1, name, exact: true })
const next = (screen: Screen) => screen.getByRole('button', { name: 'Next step' })
const previous = (screen: Screen) => screen.getByRole('button', { name: 'Previous step' })
const read = (id: number, changes: Parameters<typeof step>[1] = {}) => step(id, { status: 'COMPLETED', ...changes })

const storedPositions = (): unknown => JSON.parse(localStorage.getItem('saathi.sessions') ?? 'null')

beforeEach(() => page.viewport(390, 844))

describe('one step at a time', () => {
  test('[LRN-07] is shown on the session’s banner, with its number and the progress as text', async () => {
    const banner = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
    answerSession(sessionDetail({ banner, color: '#FA86A3', sessionSteps: [read(11), step(12, { duration: 7 }), step(13)] }))
    const screen = await showStep(12)
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
    const card = screen.getByRole('article', { name: 'Step 12' })
    await expect.element(card.getByText('Step 2 of 3')).toBeVisible()
    await expect.element(card.getByText('7 min')).toBeVisible()
    const bar = screen.getByRole('progressbar', { name: 'Progress: Speak up' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '37')
    await expect.element(bar).toHaveAttribute('aria-valuetext', '37%, Step 2 of 3')
    const picture = document.querySelector(`main img[src="${banner}"]`)
    const box = picture?.getBoundingClientRect()
    const over = card.element().getBoundingClientRect()
    expect(box && box.left <= over.left && box.right >= over.right && box.top <= over.top && box.bottom >= over.bottom).toBe(true)
    expect(document.title).toBe('Step 12 · Speak up · Learning Hub · Saathi')
  })

  test('[LRN-08] the progress never exceeds 100%', async () => {
    answerSession(sessionDetail({ sessionDuration: 20, durationCompleted: 25 }))
    const screen = await showStep(11)
    const bar = screen.getByRole('progressbar', { name: 'Progress: Speak up' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '100')
    await expect.element(screen.getByText('100%', { exact: true })).toBeVisible()
  })

  test('[LRN-08] the progress follows the completed steps', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    const bar = screen.getByRole('progressbar', { name: 'Progress: Speak up' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '0')
    await next(screen).click()
    await expect.element(bar).toHaveAttribute('aria-valuenow', '33')
  })

  test('[LRN-07] the arrows go forward and back, and update the address', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(screen.pathNow).toBe('/session/step?session=3&step=12')
    await previous(screen).click()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    expect(screen.pathNow()).toBe('/session/step?session=3&step=11')
  })

  test('[LRN-07] the browser’s back button goes one step back', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(screen.pathNow).toBe('/session/step?session=3&step=12')
    screen.router.history.back()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
  })

  test('[LRN-07] back on the first step leads to the introduction', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    await previous(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/sessionintroduction/3')
  })

  test('[LRN-07] a double tap on back goes one step, and does not leave', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(12)
    await userEvent.dblClick(previous(screen))
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    expect(screen.pathNow()).toBe('/session/step?session=3&step=11')
  })

  test('[LRN-07] back from a step opened by its address goes to the previous step', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(13)
    await previous(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await screen.getByRole('button', { name: 'Leave session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/sessionintroduction/3')
  })

  test.each(['light', 'dark'])('[LRN-07] in %s an open arrow is brighter than a closed one', async (theme) => {
    answerSession(sessionDetail())
    const screen = await showStep(13)
    await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
    const before = document.documentElement.dataset['theme']
    onTestFinished(() => void (document.documentElement.dataset['theme'] = before))
    document.documentElement.dataset['theme'] = theme
    /** Drawn over black. */
    const brightness = (arrow: Element) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (getComputedStyle(arrow).backgroundColor.match(/[\d.]+/g) ?? []).map(
        Number,
      )
      return (red + green + blue) * alpha
    }
    expect(brightness(previous(screen).element())).toBeGreaterThan(brightness(next(screen).element()))
  })

  test('[LRN-07] the arrow keys go forward and back', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => screen.pathNow()).toBe('/session/sessionintroduction/3')
  })

  test('[LRN-07] the arrow keys are ignored in elements that use them', async () => {
    const server = answerSession(sessionDetail())
    const screen = await showStep(11)
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    const field = document.createElement('input')
    document.querySelector('article')?.append(field)
    field.focus()
    await userEvent.keyboard('{ArrowRight}')
    await screen.getByRole('button', { name: /account menu/ }).click()
    await expect.element(screen.getByRole('menu')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{Escape}')
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    expect(server.completed()).toEqual([])
  })

  test('for screen readers the new heading is focused and the position announced', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toHaveFocus()
    const announced = screen.getByRole('status').filter({ hasText: 'Step 2 of 3' })
    await expect.element(announced).toBeInTheDocument()
  })

  test('[LRN-07] a long step can be read by keyboard alone', async () => {
    const text = 'A line to read.\n\n'.repeat(80)
    answerSession(sessionDetail({ sessionSteps: [step(11, { content: [content('TEXT', { text })] }), step(12)] }))
    const screen = await showStep(11)
    await expect.element(heading(screen, 'Step 11')).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.poll(() => screen.getByRole('article').element().scrollTop).toBeGreaterThan(500)
  })

  test('the next step’s pictures are preloaded', async () => {
    // The resource timing buffer is limited, and the test runner's own files have filled it.
    performance.clearResourceTimings()
    const image = `/favicon.svg?picture=${crypto.randomUUID()}`
    answerSession(sessionDetail({ sessionSteps: [step(11), step(12, { content: [content('IMAGE', { image })] })] }))
    const screen = await showStep(11)
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    await expect.poll(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(image)).length).toBe(1)
    expect(document.querySelectorAll(`img[src="${image}"]`)).toHaveLength(0)
  })

  test('a step without content says so, and can be left', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    await expect.element(screen.getByText('There is nothing to read on this step. You can go on.')).toBeVisible()
    await expect.element(next(screen)).not.toHaveAttribute('aria-disabled')
  })
})

describe('a mandatory quiz', () => {
  const why = 'Please take the quiz before moving forward'

  test('[LRN-10] blocks forward, and says so', async () => {
    const server = answerSession(sessionDetail({ sessionSteps: [read(11), step(12, { content: [quizItem()] }), step(13)] }))
    const screen = await showStep(12)
    await expect.element(screen.getByText(why, { exact: true })).toBeVisible()
    await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(next(screen)).toHaveAccessibleDescription(why)
    next(screen).element().focus()
    await expect.element(next(screen)).toHaveFocus()
    await userEvent.keyboard('{Enter}{ArrowRight}')
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    expect(server.completed()).toEqual([])
  })

  test('[LRN-10] does not block back', async () => {
    answerSession(sessionDetail({ sessionSteps: [read(11), step(12, { content: [quizItem()] }), step(13)] }))
    const screen = await showStep(12)
    await previous(screen).click()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
  })

  test.each([
    ['answered', quizItem({ isAnswered: true })],
    ['without mandatory questions', quizItem({}, false)],
  ])('[LRN-10] does not block forward when %s', async (_why, quiz) => {
    const server = answerSession(sessionDetail({ sessionSteps: [step(11, { content: [quiz] }), step(12)] }))
    const screen = await showStep(11)
    await expect.element(next(screen)).not.toHaveAttribute('aria-disabled')
    expect(screen.getByText(why).elements()).toEqual([])
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(server.completed).toEqual([11])
  })

  test('[LRN-10] blocks forward if one of several is unanswered', async () => {
    const quizzes = [quizItem({ isAnswered: true }), quizItem({ id: 77 })]
    answerSession(sessionDetail({ sessionSteps: [step(11, { content: quizzes }), step(12)] }))
    const screen = await showStep(11)
    await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
  })

  test('[LRN-10] answered in another tab unblocks forward without a reload', async () => {
    const server = answerSession(sessionDetail({ sessionSteps: [step(11, { content: [quizItem()] }), step(12)] }))
    const screen = await showStep(11)
    await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
    server.change((cached) => ({ ...cached, sessionSteps: [step(11, { content: [quizItem({ isAnswered: true })] }), step(12)] }))
    FakeSocket.instances.at(-1)?.open()
    FakeSocket.instances.at(-1)?.say({ type: 'core.ready' })
    FakeSocket.instances.at(-1)?.say({ type: 'learning.progress_changed', session: 3 })
    await expect.element(next(screen)).not.toHaveAttribute('aria-disabled')
  })
})

describe('the position', () => {
  test('[LRN-14] is stored on this device for each session, with the last session', async () => {
    localStorage.setItem('saathi.sessions', JSON.stringify({ steps: { 8: 81 } }))
    answerSession(sessionDetail())
    const screen = await showStep(12)
    await next(screen).click()
    await expect.element(heading(screen, 'Step 13')).toBeVisible()
    await expect.poll(storedPositions).toMatchObject({ steps: { 3: 13, 8: 81 }, last: 3 })
  })

  test('[LRN-14] is restored by an address without session and step', async () => {
    localStorage.setItem('saathi.sessions', JSON.stringify({ steps: { 3: 12 }, last: 3 }))
    answerSession(sessionDetail())
    const screen = await showApp({ profile: makeProfile(), path: '/session/step' })
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    expect(screen.pathNow()).toBe('/session/step?session=3&step=12')
  })

  test.each([
    ['the stored step', { steps: { 3: 13 } }, 12, 'Step 13'],
    ['the server’s', {}, 12, 'Step 12'],
    ['the first', { steps: { 3: 99 } }, null, 'Step 11'],
  ])('[LRN-14] without a step in the address is %s', async (_which, stored, resumeStep, name) => {
    localStorage.setItem('saathi.sessions', JSON.stringify(stored))
    answerSession(sessionDetail({ resumeStep }))
    const screen = await showApp({ profile: makeProfile(), path: '/session/step?session=3' })
    await expect.element(heading(screen, name)).toBeVisible()
    await expect.poll(() => screen.pathNow()).toMatch(/^\/session\/step\?session=3&step=\d+$/)
  })

  test('[LRN-14] of a step that no longer exists is replaced by the resume step', async () => {
    answerSession(sessionDetail({ resumeStep: 12 }))
    const screen = await showStep(99)
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
  })

  test.each(['', '{', '[]', '"x"', '{"steps":null,"last":"y"}', '{"last":-1}'])(
    '[LRN-14] redirects to the hub when nothing usable is stored: %s',
    async (stored) => {
      localStorage.setItem('saathi.sessions', stored)
      answer(listSessions, { sessions: [], hasNextPage: false })
      answer(listMySessions, { sessions: [], hasNextPage: false })
      const screen = await showApp({ profile: makeProfile(), path: '/session/step?session=abc' })
      await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    },
  )

  test('[LRN-14] is removed at sign-out', async () => {
    await page.viewport(1280, 900)
    answerSession(sessionDetail())
    answer(signOut, {})
    const screen = await showStep(12)
    await expect.poll(storedPositions).not.toBeNull()
    await screen.getByRole('button', { name: /account menu/ }).click()
    await screen.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    expect(storedPositions()).toBeNull()
  })
})

describe('a step that cannot be shown', () => {
  test('shows that it is loading', async () => {
    answer(getSession, 'hang')
    const screen = await showStep(11)
    await expect.element(screen.getByText('Loading the session')).toBeInTheDocument()
  })

  test('says that the session does not exist', async () => {
    answer(getSession, refuse('learning.session_not_found', 404))
    const screen = await showStep(11)
    await expect.element(heading(screen, 'We could not find this session')).toBeVisible()
  })

  test('shows a failure and loads after a retry', async () => {
    answer(getSession, refuse('core.broken', 500))
    const screen = await showStep(11)
    await expect.element(heading(screen, 'We could not open this session')).toBeVisible()
    answerSession(sessionDetail())
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
  })

  test('says when the session has no steps', async () => {
    answerSession(sessionDetail({ sessionSteps: [] }))
    const screen = await showStep(11)
    await expect.element(screen.getByText(/still being written/)).toBeVisible()
  })
})
