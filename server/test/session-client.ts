import { completeStep, rateSession, startSession } from '@saathi/contract/learning/session-calls'
import { getMentorship, getMentorshipProgress, getMentorshipSession } from '@saathi/contract/mentorship/calls'
import { expect } from 'vitest'
import type { TestServer } from './harness.ts'
import type { BuiltSession } from './hub-sessions.ts'
import { type QuizRef, sendQuizForm, replyOf } from './send-answers.ts'

type SessionSteps = Pick<BuiltSession, 'id' | 'steps'>

/** The calls of a person going through a session, as the browser makes them. */
export function sessionClient(server: TestServer) {
  const withMentorship = (mentorship: number | undefined) => (mentorship === undefined ? {} : { mentorship })

  const start = (who: number | null, session: number, mentorship?: number) =>
    server.ask(who, startSession, { body: { session, ...withMentorship(mentorship) } })
  const complete = (who: number | null, session: number, step: number, mentorship?: number) =>
    server.ask(who, completeStep, { body: { session, step, ...withMentorship(mentorship) } })
  const rate = (who: number | null, session: number, rating: number, mentorship?: number) =>
    server.ask(who, rateSession, { body: { session, rating, review: `Given ${rating}`, ...withMentorship(mentorship) } })
  const answer = (who: number | null, quizRef: QuizRef, answers: object, mentorship?: number) =>
    sendQuizForm(server, who, [['data', JSON.stringify({ ...quizRef, answer_json: answers, ...withMentorship(mentorship) })]])

  return {
    start,
    complete,
    rate,
    answer,
    read: (who: number | null, id: number, mentorship?: number) =>
      server.ask(who, getMentorshipSession, { params: { id }, query: withMentorship(mentorship) }),
    see: (who: number | null, id: number) => server.ask(who, getMentorship, { params: { id } }),
    progress: (who: number | null, id: number, session?: number) =>
      server.ask(who, getMentorshipProgress, { params: { id }, query: session === undefined ? {} : { session } }),
    /** Completes all steps. */
    async finish(who: number, { id, steps }: SessionSteps, mentorship?: number) {
      await start(who, id, mentorship)
      for (const step of steps) expect((await complete(who, id, step, mentorship)).status).toBe(200)
    },
    taken: async (who: number, quizRef: QuizRef, answers: object, mentorship?: number) =>
      replyOf(await answer(who, quizRef, answers, mentorship)),
  }
}
