import { rateSession } from '@saathi/contract/learning/session-calls'
import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { beforeEach, expect, test } from 'vitest'
import { makeEntry, stepEntry } from '#core/outbox/entry.fake.ts'
import type { OutboxEntry } from '#core/outbox/entry.ts'
import { queryClient } from '#core/query-client.ts'
import { setToken } from '#core/network/token.ts'
import { learningKinds } from '../../learning/kinds.ts'
import { sentState } from '../../learning/quiz/page.fake.tsx'
import { standingOf } from '../../learning/session/detail.fake.ts'
import { answer } from '../../../test/harness.tsx'
import { mentorshipSessionKey } from './queries.ts'
import { answerSession, quizItem, step, mentorshipSession } from './server.fake.ts'

const session = mentorshipSession({ sessionSteps: [step(11, { content: [quizItem()] }), step(12)] })
const cached = (requested?: number) => queryClient.getQueryData<MentorshipSession>(mentorshipSessionKey(3, requested))

beforeEach(() => {
  setToken({ accessToken: 'token-1', expiresIn: 600, userId: 1 })
  answerSession(session)
  queryClient.setQueryData(mentorshipSessionKey(3, undefined), session)
  queryClient.setQueryData(mentorshipSessionKey(3, 8), { ...session, mentorship: 8 })
})

/** Sends a queued entry. */
async function sendWaiting(entry: OutboxEntry) {
  const kind = learningKinds.find(({ name }) => name === entry.kind)
  const settle = await kind?.sendEntry(entry)
  settle?.()
}

const waiting = (kind: string, input: object) => makeEntry({ kind, input: { session: 3, mentorship: 7, ...input } })

test('[PLT-01] a queued step that was sent is shown as completed before the refetch, and only in its own mentorship', async () => {
  await sendWaiting(stepEntry(3, 11, 7))
  expect(cached()?.sessionSteps[0]?.status).toBe('COMPLETED')
  expect(cached()?.mentorship).toBe(7)
  expect(cached(8)?.sessionSteps[0]?.status).toBe('NOT_STARTED')
})

test('[PLT-01] a queued quiz that was sent is shown as answered', async () => {
  answer(saveAnswers, { state: { ...sentState(), step: 11 }, standing: standingOf(session, []) })
  await sendWaiting(waiting('learning.quiz', { step: 11, quiz: 5, answers: { why: 'So' }, files: {} }))
  expect(cached()?.sessionSteps[0]?.content[0]?.isAnswered).toBe(true)
  expect(cached(8)?.sessionSteps[0]?.content[0]?.isAnswered).toBe(false)
})

test('[PLT-01] a queued rating that was sent is shown', async () => {
  answer(rateSession, ({ body }) => body)
  await sendWaiting(waiting('learning.rating', { rating: 4, review: 'Good' }))
  expect(cached()?.feedback).toEqual({ rating: 4, review: 'Good' })
  expect(cached(8)?.feedback).toBeNull()
})
