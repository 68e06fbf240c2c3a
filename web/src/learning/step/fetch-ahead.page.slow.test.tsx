import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cachedKeys, loseConnection } from '#core/offline/cache.fake.ts'
import { queryClient } from '#core/query-client.ts'
import { clearToken, setToken } from '#core/network/token.ts'
import { answer, signedInReply } from '../../../test/harness.tsx'
import { fetchAhead } from './fetch-ahead.ts'
import { hubContext } from '../session/context.tsx'
import { quizState } from '../quiz/page.fake.tsx'
import { content, quizItem, sessionDetail, step } from '../session/detail.fake.ts'
import { answerSession, showStep } from '../session/server.fake.ts'

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
const setController = (controller: ServiceWorker | null) =>
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(controller)

/** The pictures requested so far, as a service worker would see them. */
function answerPictures(): string[] {
  const requested: string[] = []
  const others = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/media/')) return others(input, init)
    requested.push(input)
    return new Response('')
  })
  return requested
}

const lastQuiz = '["learning","quiz",3,13,5,null]'

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('saathi.dataLight')
})

test('[PLT-01] every quiz of the session is fetched once, with its pictures', async () => {
  setToken(signedInReply)
  onTestFinished(clearToken)
  const { inputs } = answerQuizzes()
  const requested = answerPictures()
  const { signal } = new AbortController()
  await fetchAhead(queryClient, hubContext, session, signal)
  expect(requested).toEqual(['/media/banner.webp', '/media/one.webp', '/media/two-hi.webp'])
  await fetchAhead(queryClient, hubContext, session, signal)
  expect(inputs.map(({ params }) => params.step)).toEqual([12, 13])
})

test('fetching stops when the reader leaves or data saving is on', async () => {
  setToken(signedInReply)
  onTestFinished(clearToken)
  const over = new AbortController()
  const { inputs } = answer(getQuiz, ({ params }) => {
    over.abort()
    return { ...quizState(), step: params.step }
  })
  const requested = answerPictures()
  await fetchAhead(queryClient, hubContext, session, over.signal)
  expect(inputs.map(({ params }) => params.step)).toEqual([12])
  expect(requested).toEqual([])
})

describe('while a session is read', () => {
  test('[PLT-01] a started session is fetched completely and cached', async () => {
    setController(worker)
    answerPictures()
    answerSession(session)
    answerQuizzes()
    await showStep(11)
    await expect.poll(() => cachedKeys(1), { timeout: 40_000 }).toContain(lastQuiz)
  })

  /** Shows a step for long enough and returns the requests made in that time. */
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

  test('[PLT-01] on the first visit it is fetched once a service worker is active', async () => {
    answerPictures()
    setController(null)
    expect(await showForLong()).toEqual([])
    setController(worker)
    navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
    await expect.poll(() => cachedKeys(1), { timeout: 40_000 }).toContain(lastQuiz)
  })

  test('[PLT-01] after being offline it is fetched once back online', async () => {
    answerPictures()
    setController(worker)
    const comeBack = loseConnection()
    expect(await showForLong()).toEqual([])
    comeBack()
    await expect.poll(() => cachedKeys(1), { timeout: 40_000 }).toContain(lastQuiz)
  })

  test.each([
    ['without a service worker', () => setController(null)],
    [
      'with data saving',
      () => {
        setController(worker)
        localStorage.setItem('saathi.dataLight', 'on')
      },
    ],
  ])('nothing is fetched ahead %s', async (_where, set) => {
    set()
    expect(await showForLong()).toEqual([])
  })
})
