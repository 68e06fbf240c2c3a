import type { BrowserContext, Page } from '@playwright/test'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { mayGoForward, openQuizzes } from '@saathi/contract/learning/gate'
import { signInAs } from '../scripts/sign-in-as.ts'
import { nextStepButton, readSession, authHeaders, stepHeading, takeQuiz } from './learner.ts'
import { test } from './isolated-server.ts'
import { savedKeys } from './saved-keys.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { expect, openAs } from './world.ts'

// Other tests block the worker, so that pages come fresh from the server.
test.use({ serviceWorkers: 'allow' })

const savedHere = (page: Page) => page.getByRole('main').getByText('Saved here. Will be sent when you are back.').first()

type Step = SessionDetail['sessionSteps'][number]
/** `once`: the quiz can be taken only once. */
type QuizFilter = { once: boolean }

/** Someone in the middle of a session whose final quiz can be taken only once. */
const asha = 'asha'

/** The index of a step with a required, unanswered quiz, after a step that can be left immediately. */
const quizStepIndex = ({ sessionSteps }: SessionDetail, { once }: QuizFilter): number =>
  sessionSteps.findIndex((step, at) => {
    const before = sessionSteps[at - 1]
    const [quiz] = openQuizzes(step)
    if (!before || !mayGoForward(before) || before.status === 'COMPLETED' || !quiz) return false
    return once ? !quiz.allowRetake : at < sessionSteps.length - 1
  })

async function call(context: BrowserContext, url: string, path: string, data?: unknown) {
  const headers = { ...(await authHeaders(context, url)), origin: url }
  const address = `${url}/api/v2/learninghub/${path}`
  const answer = data ? await context.request.post(address, { headers, data }) : await context.request.get(address, { headers })
  expect(answer.ok(), path).toBe(true)
  return answer.json()
}

/** Starts a session and returns the index of its step with the quiz. */
async function startSession(
  context: BrowserContext,
  url: string,
  filter: QuizFilter,
): Promise<{ session: SessionDetail; at: number }> {
  const { sessions }: { sessions: { title: string; session_status: string }[] } = await call(context, url, 'sessions/')
  for (const { title } of sessions.filter(({ session_status }) => /NOT_STARTED|ONGOING/.test(session_status))) {
    const session = await readSession(context, url, title)
    const at = quizStepIndex(session, filter)
    if (at < 0) continue
    await call(context, url, 'session-start/', { session: session.id })
    return { session, at }
  }
  throw new Error('No session has such a quiz.')
}

/** Waits until the whole session is stored in this browser: its pages and its quizzes. */
async function waitUntilStored(page: Page, session: number, step: number, quiz: number) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => savedKeys(page), { timeout: 40_000 }).toContain(`["learning","quiz",${session},${step},${quiz},null]`)
  await expect.poll(() => savedKeys(page)).toContain(`["learning","session",${session}]`)
}

type OfflineSession = { session: SessionDetail; before: Step; quizStep: Step }

/** Opens the step before the quiz, waits until everything is stored, and goes offline. */
async function openOffline(
  page: Page,
  context: BrowserContext,
  url: string,
  name: string,
  filter: QuizFilter,
): Promise<OfflineSession> {
  await signInAs(context, url, name)
  const { session, at } = await startSession(context, url, filter)
  const [before, quizStep] = [session.sessionSteps[at - 1], session.sessionSteps[at]]
  const quiz = quizStep?.content.find((item) => item.quiz)?.quiz
  if (!before || !quizStep || !quiz) throw new Error('The session has no such step.')
  await page.goto(`/session/step?session=${session.id}&step=${before.id}`)
  await expect(stepHeading(page, before.localeTitle)).toBeVisible()
  await waitUntilStored(page, session.id, quizStep.id, quiz.id)
  // Now the worker controls the page.
  await page.reload()
  await expect(stepHeading(page, before.localeTitle)).toBeVisible()
  await context.setOffline(true)
  return { session, before, quizStep }
}

test('[PLT-01] @once a step and a quiz done offline survive closing the tab and reach the server exactly once', async ({
  page,
  context,
  own,
}) => {
  const { session, before, quizStep } = await openOffline(page, context, own.url, 'several-surveys', { once: false })
  await nextStepButton(page).click()
  await expect(stepHeading(page, quizStep.localeTitle)).toBeVisible()
  await expect(savedHere(page)).toBeVisible()
  await expect(nextStepButton(page)).toHaveAttribute('aria-disabled', 'true')
  await takeQuiz(page, quizStep)
  await nextStepButton(page).click()
  await expect(stepHeading(page, quizStep.localeTitle)).toBeHidden()
  await expect(page).toHaveURL(/session\/step\?/)
  await page.close()

  const posts: string[] = []
  context.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'POST' && /step-complete|save-answer/.test(path)) posts.push(path)
  })
  const later = await context.newPage()
  await later.goto(`/session/step?session=${session.id}&step=${quizStep.id}`)
  await expect(stepHeading(later, quizStep.localeTitle)).toBeVisible()
  await expect(savedHere(later)).toBeVisible()
  // The quiz is answered here, though the server does not know it yet.
  await expect(nextStepButton(later)).not.toHaveAttribute('aria-disabled', 'true')
  const note = later.getByText('3 things are saved here. They will be sent when you are back.')
  const waiting = later.getByRole('button', { name: 'See what waits' })
  await later.goto('/learninghub')
  await expect(note).toBeVisible()
  await waiting.click()
  const list = later.getByRole('dialog', { name: 'Saved here' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expectAxeClean(later)
  await expectFitsEveryWidth(later)
  await later.keyboard.press('Escape')

  await context.setOffline(false)
  // They are sent one after the other and the note counts down, so wait for the server's state.
  const statuses = async () => {
    const { sessionSteps } = await readSession(context, own.url, session.title)
    return [before, quizStep].map(({ id }) => sessionSteps.find((step) => step.id === id)?.status)
  }
  await expect.poll(statuses).toEqual(['COMPLETED', 'COMPLETED'])
  await expect(waiting).toBeHidden()
  const quiz = quizStep.content.find((item) => item.quiz)?.quiz
  const state = await call(context, own.url, `quiz/${session.id}/${quizStep.id}/${quiz?.id}/`)
  expect(state.attempts).toBe(1)
  await later.goto('/learninghub')
  await expect(later.getByRole('article').first()).toBeVisible()
  await expect(waiting).toBeHidden()
  expect(posts.filter((path) => path.includes('step-complete'))).toHaveLength(2)
  expect(posts.filter((path) => path.includes('save-answer'))).toHaveLength(1)
})

test('[PLT-01] @once an item that the server refuses is shown with the reason and stays until it is discarded', async ({
  page,
  context,
  browser,
  own,
}) => {
  const { session, quizStep } = await openOffline(page, context, own.url, asha, { once: true })
  await nextStepButton(page).click()
  await expect(stepHeading(page, quizStep.localeTitle)).toBeVisible()
  await takeQuiz(page, quizStep)

  // Another device uses the only attempt in the meantime.
  const elsewhere = await openAs(browser, own.url, asha)
  await elsewhere.goto(`/session/step?session=${session.id}&step=${quizStep.id}`)
  await takeQuiz(elsewhere, quizStep)
  await elsewhere.context().close()

  await context.setOffline(false)
  await page.goto('/learninghub')
  await expect(page.getByText('One thing could not be sent.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('One thing could not be sent.')).toBeVisible()
  await page.getByRole('button', { name: 'See what waits' }).click()
  const list = page.getByRole('dialog', { name: 'Saved here' })
  await expect(list.getByText('This quiz was already answered elsewhere. Those answers count.')).toBeVisible()
  await expectAxeClean(page)
  await list.getByRole('button', { name: /^Delete/ }).click()
  await expect(list.getByText('Everything has been sent.')).toBeVisible()
})
