import { completeStep, rateSession, startSession } from '@saathi/contract/learning/session-calls'
import { getMentorship, getMentorshipProgress, getMentorshipSession } from '@saathi/contract/mentorship/calls'
import { expect } from 'vitest'
import type { TestServer } from './harness.ts'
import type { BuiltSession } from './hub-sessions.ts'
import { type Place, sendQuizForm, takenOf } from './send-answers.ts'

type Walked = Pick<BuiltSession, 'id' | 'steps'>

/** What someone does who walks through a session, as the browser asks for it. */
export function walkingOn(server: TestServer) {
  const named = (mentorship: number | undefined) => (mentorship === undefined ? {} : { mentorship })

  const start = (who: number | null, session: number, mentorship?: number) =>
    server.ask(who, startSession, { body: { session, ...named(mentorship) } })
  const complete = (who: number | null, session: number, step: number, mentorship?: number) =>
    server.ask(who, completeStep, { body: { session, step, ...named(mentorship) } })
  const rate = (who: number | null, session: number, rating: number, mentorship?: number) =>
    server.ask(who, rateSession, { body: { session, rating, review: `Given ${rating}`, ...named(mentorship) } })
  const answer = (who: number | null, place: Place, answers: object, mentorship?: number) =>
    sendQuizForm(server, who, [['data', JSON.stringify({ ...place, answer_json: answers, ...named(mentorship) })]])

  return {
    start,
    complete,
    rate,
    answer,
    read: (who: number | null, id: number, mentorship?: number) =>
      server.ask(who, getMentorshipSession, { params: { id }, query: named(mentorship) }),
    see: (who: number | null, id: number) => server.ask(who, getMentorship, { params: { id } }),
    progress: (who: number | null, id: number, session?: number) =>
      server.ask(who, getMentorshipProgress, { params: { id }, query: session === undefined ? {} : { session } }),
    /** From the first step to the last; says how it stands then. */
    async finish(who: number, { id, steps }: Walked, mentorship?: number) {
      await start(who, id, mentorship)
      for (const step of steps) expect((await complete(who, id, step, mentorship)).status).toBe(200)
    },
    taken: async (who: number, place: Place, answers: object, mentorship?: number) =>
      takenOf(await answer(who, place, answers, mentorship)),
  }
}
