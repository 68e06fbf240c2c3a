import type { BrowserContext, Page } from '@playwright/test'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { mayGoForward, openQuizzes } from '@saathi/contract/learning/gate'
import { enterAs } from '../scripts/enter-as.ts'
import { forward, readSession, signedIn, stepHeading, takeQuiz } from './learner.ts'
import { test } from './own-world.ts'
import { savedKeys } from './saved-keys.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { expect, openAs } from './world.ts'

// Everywhere else pages come fresh from the server.
test.use({ serviceWorkers: 'allow' })

const savedHere = (page: Page) => page.getByRole('main').getByText('Saved here. Will be sent when you are back.').first()

type Step = SessionDetail['sessionSteps'][number]
/** `once`: where the quiz can be taken once only. */
type Wanted = { once: boolean }

/** In the middle of a session that ends with a quiz that can be taken once only. */
const asha = 'asha'

/** A step whose quiz must be taken and is not, after one that can be left at once. */
const placeOf = ({ sessionSteps }: SessionDetail, { once }: Wanted): number =>
  sessionSteps.findIndex((step, at) => {
    const before = sessionSteps[at - 1]
    const [asked] = openQuizzes(step)
    if (!before || !mayGoForward(before) || before.status === 'COMPLETED' || !asked) return false
    return once ? !asked.allowRetake : at < sessionSteps.length - 1
  })

async function ask(context: BrowserContext, url: string, path: string, data?: unknown) {
  const headers = { ...(await signedIn(context, url)), origin: url }
  const address = `${url}/api/v2/learninghub/${path}`
  const answer = data ? await context.request.post(address, { headers, data }) : await context.request.get(address, { headers })
  expect(answer.ok(), path).toBe(true)
  return answer.json()
}

/** Begun, and at the step before the one with the quiz. */
async function beginOne(context: BrowserContext, url: string, wanted: Wanted): Promise<{ session: SessionDetail; at: number }> {
  const { sessions }: { sessions: { title: string; session_status: string }[] } = await ask(context, url, 'sessions/')
  for (const { title } of sessions.filter(({ session_status }) => /NOT_STARTED|ONGOING/.test(session_status))) {
    const session = await readSession(context, url, title)
    const at = placeOf(session, wanted)
    if (at < 0) continue
    await ask(context, url, 'session-start/', { session: session.id })
    return { session, at }
  }
  throw new Error('No session has such a quiz.')
}

/** All of the session is in this browser: its pages, and what its quizzes ask. */
async function waitUntilKept(page: Page, session: number, step: number, quiz: number) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => savedKeys(page), { timeout: 40_000 }).toContain(`["learning","quiz",${session},${step},${quiz},null]`)
  await expect.poll(() => savedKeys(page)).toContain(`["learning","session",${session}]`)
}

type Walk = { session: SessionDetail; before: Step; asking: Step }

/** At the step before the quiz, with everything kept and the network gone. */
async function walkOffline(page: Page, context: BrowserContext, url: string, name: string, wanted: Wanted): Promise<Walk> {
  await enterAs(context, url, name)
  const { session, at } = await beginOne(context, url, wanted)
  const [before, asking] = [session.sessionSteps[at - 1], session.sessionSteps[at]]
  const quiz = asking?.content.find((item) => item.quiz)?.quiz
  if (!before || !asking || !quiz) throw new Error('The session has no such step.')
  await page.goto(`/session/step?session=${session.id}&step=${before.id}`)
  await expect(stepHeading(page, before.localeTitle)).toBeVisible()
  await waitUntilKept(page, session.id, asking.id, quiz.id)
  // Now that a worker minds it.
  await page.reload()
  await expect(stepHeading(page, before.localeTitle)).toBeVisible()
  await context.setOffline(true)
  return { session, before, asking }
}

test('[PLT-01] @once a step and a quiz done without a network outlive the tab, and the server has each exactly once', async ({
  page,
  context,
  own,
}) => {
  test.setTimeout(180_000)
  const { session, before, asking } = await walkOffline(page, context, own.url, 'several-surveys', { once: false })
  await forward(page).click()
  await expect(stepHeading(page, asking.localeTitle)).toBeVisible()
  await expect(savedHere(page)).toBeVisible()
  await expect(forward(page)).toHaveAttribute('aria-disabled', 'true')
  await takeQuiz(page, asking)
  await forward(page).click()
  await expect(stepHeading(page, asking.localeTitle)).toBeHidden()
  await expect(page).toHaveURL(/session\/step\?/)
  await page.close()

  const posts: string[] = []
  context.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'POST' && /step-complete|save-answer/.test(path)) posts.push(path)
  })
  const later = await context.newPage()
  await later.goto(`/session/step?session=${session.id}&step=${asking.id}`)
  await expect(stepHeading(later, asking.localeTitle)).toBeVisible()
  await expect(savedHere(later)).toBeVisible()
  // The quiz is answered here, though nobody else knows it yet.
  await expect(forward(later)).not.toHaveAttribute('aria-disabled', 'true')
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
  // One after the other: the note counts down, so what the server has is what is waited for.
  const statuses = async () => {
    const { sessionSteps } = await readSession(context, own.url, session.title)
    return [before, asking].map(({ id }) => sessionSteps.find((step) => step.id === id)?.status)
  }
  await expect.poll(statuses).toEqual(['COMPLETED', 'COMPLETED'])
  await expect(waiting).toBeHidden()
  const quiz = asking.content.find((item) => item.quiz)?.quiz
  const state = await ask(context, own.url, `quiz/${session.id}/${asking.id}/${quiz?.id}/`)
  expect(state.attempts).toBe(1)
  await later.goto('/learninghub')
  await expect(later.getByRole('article').first()).toBeVisible()
  await expect(waiting).toBeHidden()
  expect(posts.filter((path) => path.includes('step-complete'))).toHaveLength(2)
  expect(posts.filter((path) => path.includes('save-answer'))).toHaveLength(1)
})

test('[PLT-01] @once what the server refuses is told with its reason, and stays until one throws it away', async ({
  page,
  context,
  browser,
  own,
}) => {
  test.setTimeout(180_000)
  const { session, asking } = await walkOffline(page, context, own.url, asha, { once: true })
  await forward(page).click()
  await expect(stepHeading(page, asking.localeTitle)).toBeVisible()
  await takeQuiz(page, asking)

  // On another device, meanwhile, the only try is spent.
  const elsewhere = await openAs(browser, own.url, asha)
  await elsewhere.goto(`/session/step?session=${session.id}&step=${asking.id}`)
  await takeQuiz(elsewhere, asking)
  await elsewhere.context().close()

  await context.setOffline(false)
  await page.goto('/learninghub')
  await expect(page.getByText('One thing could not be sent.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('One thing could not be sent.')).toBeVisible()
  await page.getByRole('button', { name: 'See what waits' }).click()
  const list = page.getByRole('dialog', { name: 'Saved here' })
  await expect(list.getByText('This quiz was answered elsewhere already. What was sent then counts.')).toBeVisible()
  await expectAxeClean(page)
  await list.getByRole('button', { name: /^Throw away/ }).click()
  await expect(list.getByText('Everything has been sent.')).toBeVisible()
})
