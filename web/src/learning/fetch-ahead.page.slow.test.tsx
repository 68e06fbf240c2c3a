import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { keysKept, loseConnection } from '#core/offline/kept.fake.ts'
import { queryClient } from '#core/query-client.ts'
import { dropToken, keepToken } from '#core/token.ts'
import { answer, signedInReply } from '../../test/harness.tsx'
import { fetchAhead } from './fetch-ahead.ts'
import { hubJourney } from './hub-journey.tsx'
import { quizState } from './quiz-page.fake.tsx'
import { content, quizItem, sessionDetail, step } from './session-detail.fake.ts'
import { answerSession, showStep } from './session-server.fake.ts'

const session = sessionDetail({
  banner: '/media/banner.webp',
  sessionSteps: [
    step(11, { content: [content('IMAGE', { image: '/media/one.webp' })] }),
    step(12, { content: [quizItem(), content('IMAGE', { image: '/media/two.webp', localeImage: '/media/two-hi.webp' })] }),
    step(13, { content: [quizItem()] }),
  ],
})

const answerQuizzes = () => answer(getQuiz, ({ params }) => ({ ...quizState(), step: params.step }))
const worker: ServiceWorker = Object.create(ServiceWorker.prototype)
const mindedBy = (controller: ServiceWorker | null) =>
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(controller)

/** Which pictures were asked for, as the worker would hear it. */
function answerPictures(): string[] {
  const asked: string[] = []
  const others = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/media/')) return others(input, init)
    asked.push(input)
    return new Response('')
  })
  return asked
}

const lastQuiz = '["learning","quiz",3,13,5,null]'

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('saathi.dataLight')
})

test('[PLT-01] every quiz of the session is fetched once, and its pictures', async () => {
  keepToken(signedInReply)
  onTestFinished(dropToken)
  const { inputs } = answerQuizzes()
  const asked = answerPictures()
  const { signal } = new AbortController()
  await fetchAhead(queryClient, hubJourney, session, signal)
  expect(asked).toEqual(['/media/banner.webp', '/media/one.webp', '/media/two-hi.webp'])
  await fetchAhead(queryClient, hubJourney, session, signal)
  expect(inputs.map(({ params }) => params.step)).toEqual([12, 13])
})

test('nothing more is fetched once nobody reads it, or every byte is paid for', async () => {
  keepToken(signedInReply)
  onTestFinished(dropToken)
  const over = new AbortController()
  const { inputs } = answer(getQuiz, ({ params }) => {
    over.abort()
    return { ...quizState(), step: params.step }
  })
  const asked = answerPictures()
  await fetchAhead(queryClient, hubJourney, session, over.signal)
  expect(inputs.map(({ params }) => params.step)).toEqual([12])
  expect(asked).toEqual([])
})

describe('while a session is read', () => {
  test('[PLT-01] one that was begun is fetched whole, and kept', async () => {
    mindedBy(worker)
    answerPictures()
    answerSession(session)
    answerQuizzes()
    await showStep(11)
    await expect.poll(() => keysKept(1), { timeout: 40_000 }).toContain(lastQuiz)
  })

  /** A step that stands there for long enough, and what was asked for meanwhile. */
  async function showForLong() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    answerSession(session)
    const { inputs } = answerQuizzes()
    const screen = await showStep(11)
    await expect.element(screen.getByRole('heading', { name: 'Step 11' })).toBeVisible()
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    return inputs
  }

  test('[PLT-01] on the first visit of all it is fetched once there is a worker', async () => {
    answerPictures()
    mindedBy(null)
    expect(await showForLong()).toEqual([])
    mindedBy(worker)
    navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
    await expect.poll(() => keysKept(1), { timeout: 40_000 }).toContain(lastQuiz)
  })

  test('[PLT-01] after a while without a connection it is fetched once there is one', async () => {
    answerPictures()
    mindedBy(worker)
    const comeBack = loseConnection()
    expect(await showForLong()).toEqual([])
    comeBack()
    await expect.poll(() => keysKept(1), { timeout: 40_000 }).toContain(lastQuiz)
  })

  test.each([
    ['where no worker keeps the page', () => mindedBy(null)],
    [
      'where every byte is paid for',
      () => {
        mindedBy(worker)
        localStorage.setItem('saathi.dataLight', 'on')
      },
    ],
  ])('nothing is fetched ahead %s', async (_where, set) => {
    set()
    expect(await showForLong()).toEqual([])
  })
})
