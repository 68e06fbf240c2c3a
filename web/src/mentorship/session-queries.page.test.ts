import { rateSession } from '@saathi/contract/learning/session-calls'
import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { beforeEach, expect, test } from 'vitest'
import { makeEntry, stepEntry } from '#core/outbox/entry.fake.ts'
import type { OutboxEntry } from '#core/outbox/entry.ts'
import { queryClient } from '#core/query-client.ts'
import { keepToken } from '#core/token.ts'
import { learningKinds } from '../learning/kinds.ts'
import { sentState } from '../learning/quiz-page.fake.tsx'
import { standingOf } from '../learning/session-detail.fake.ts'
import { answer } from '../../test/harness.tsx'
import { walkKey } from './session-queries.ts'
import { answerWalk, quizItem, step, walkSession } from './walk-server.fake.ts'

const walk = walkSession({ sessionSteps: [step(11, { content: [quizItem()] }), step(12)] })
const held = (named?: number) => queryClient.getQueryData<MentorshipSession>(walkKey(3, named))

beforeEach(() => {
  keepToken({ accessToken: 'token-1', expiresIn: 600, userId: 1 })
  answerWalk(walk)
  queryClient.setQueryData(walkKey(3, undefined), walk)
  queryClient.setQueryData(walkKey(3, 8), { ...walk, mentorship: 8 })
})

/** As a thing that has waited is sent. */
async function sendWaiting(entry: OutboxEntry) {
  const kind = learningKinds.find(({ name }) => name === entry.kind)
  const settle = await kind?.sendEntry(entry)
  settle?.()
}

const waiting = (kind: string, input: object) => makeEntry({ kind, input: { session: 3, mentorship: 7, ...input } })

test('[PLT-01] a step that has waited stays done before the session is read anew, in its own mentorship alone', async () => {
  await sendWaiting(stepEntry(3, 11, 7))
  expect(held()?.sessionSteps[0]?.status).toBe('COMPLETED')
  expect(held()?.mentorship).toBe(7)
  expect(held(8)?.sessionSteps[0]?.status).toBe('NOT_STARTED')
})

test('[PLT-01] a quiz that has waited stays answered', async () => {
  answer(saveAnswers, { state: { ...sentState(), step: 11 }, standing: standingOf(walk, []) })
  await sendWaiting(waiting('learning.quiz', { step: 11, quiz: 5, answers: { why: 'So' }, files: {} }))
  expect(held()?.sessionSteps[0]?.content[0]?.isAnswered).toBe(true)
  expect(held(8)?.sessionSteps[0]?.content[0]?.isAnswered).toBe(false)
})

test('[PLT-01] a rating that has waited stays given', async () => {
  answer(rateSession, ({ body }) => body)
  await sendWaiting(waiting('learning.rating', { rating: 4, review: 'Good' }))
  expect(held()?.feedback).toEqual({ rating: 4, review: 'Good' })
  expect(held(8)?.feedback).toBeNull()
})
