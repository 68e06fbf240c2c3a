import { getProfile } from '@saathi/contract/accounts/calls'
import { completeStep } from '@saathi/contract/learning/session-calls'
import { afterEach, expect, test, vi } from 'vitest'
import { reportReached } from '#core/connection.ts'
import { answer, makeProfile, refuse, showApp } from '../../test/harness.tsx'
import { sessionDetail, standingOf, step } from './session-detail.fake.ts'
import { answerSession, showStep } from './session-server.fake.ts'

const keep = (unsaved: Record<string, number[]>) => localStorage.setItem('saathi.sessions', JSON.stringify({ unsaved }))
const kept = (): unknown => JSON.parse(localStorage.getItem('saathi.sessions') ?? '{}').unsaved

function answerComplete() {
  const completing = answer(completeStep, ({ body }) => standingOf(sessionDetail({ id: body.session }), [body.step]))
  return () => completing.inputs.map(({ body }) => body)
}

const showElsewhere = () => showApp({ profile: makeProfile(), path: '/moreinfo/faq' })

function goOnline() {
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  // As by the first call that is answered again.
  reportReached()
}

function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
}

afterEach(goOnline)

test('[LRN-18] steps that wait are stored at the start, of every session and mentorship, in their order', async () => {
  keep({ 3: [11, 12], '3.7': [13], nonsense: [9] })
  const completed = answerComplete()
  await showElsewhere()
  const all = [
    { session: 3, step: 11 },
    { session: 3, step: 12 },
    { session: 3, step: 13, mentorship: 7 },
  ]
  await expect.poll(completed).toEqual(all)
  await expect.poll(kept).toEqual({ nonsense: [9] })
})

test('[LRN-18] they are stored when the connection is back, though the session is not open, and what shows it is read anew', async () => {
  goOffline()
  keep({ 3: [11] })
  const completed = answerComplete()
  const screen = await showElsewhere()
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  expect(completed()).toEqual([])
  const { inputs } = answer(getProfile, makeProfile())
  goOnline()
  await expect.poll(completed).toEqual([{ session: 3, step: 11 }])
  await expect.poll(kept).toEqual({})
  await expect.poll(() => inputs.length).toBeGreaterThan(0)
})

test('[LRN-18] what the server will never take is let go, what fails for now is kept, and neither holds the others back', async () => {
  keep({ 3: [11, 12], 4: [41], 5: [51] })
  const tried: number[] = []
  answer(completeStep, ({ body }) => {
    tried.push(body.step)
    if (body.step === 11) return refuse('learning.quiz_open', 409)
    return body.step === 41 ? refuse('core.broken', 500) : standingOf(sessionDetail(), [body.step])
  })
  await showElsewhere()
  await expect.poll(() => tried.slice(0, 4)).toEqual([11, 12, 41, 51])
  await expect.poll(kept).toEqual({ 4: [41] })
})

test('[LRN-18] with its player open a step is sent once', async () => {
  keep({ 8: [81] })
  const server = answerSession(sessionDetail({ sessionSteps: [step(11), step(12), step(13)] }))
  const completed = answerComplete()
  const screen = await showStep(11)
  // By the other session one sees that the listener is there.
  await expect.poll(completed).toEqual([{ session: 8, step: 81 }])
  answer(completeStep, 'network')
  goOffline()
  for (const name of ['Step 12', 'Step 13']) {
    await screen.getByRole('button', { name: 'Next step' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await expect.element(screen.getByText(/we save it as soon as you are back/)).toBeVisible()
  const again = answerComplete()
  goOnline()
  await expect.poll(kept).toEqual({})
  await expect.element(screen.getByText(/we save it as soon as/)).not.toBeInTheDocument()
  expect(again()).toEqual([
    { session: 3, step: 11 },
    { session: 3, step: 12 },
  ])
  expect(server.completed()).toEqual([])
})
