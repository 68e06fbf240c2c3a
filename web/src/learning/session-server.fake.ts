import { completeStep, getSession, startSession } from '@saathi/contract/learning/session-calls'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { answer, makeProfile, refuse, showApp } from '../../test/harness.tsx'
import { withStanding } from './cache.ts'
import { standingOf } from './session-detail.fake.ts'

/** A server that knows one session and keeps what is completed in it. */
export function answerSession(session: SessionDetail) {
  let held = session
  const done = new Set(session.sessionSteps.flatMap(({ id, status }) => (status === 'COMPLETED' ? [id] : [])))
  const reading = answer(getSession, ({ params }) => (params.id === held.id ? held : refuse('learning.session_not_found', 404)))
  const starting = answer(startSession, () => {
    const standing = standingOf(session, [...done])
    held = withStanding(held, standing)
    return standing
  })
  const completing = answer(completeStep, ({ body }) => {
    done.add(body.step)
    const standing = standingOf(session, [...done])
    held = withStanding(held, standing)
    return standing
  })
  return {
    started: starting.inputs,
    reads: reading.inputs,
    /** The steps that were posted, in order. */
    completed: () => completing.inputs.map(({ body }) => body.step),
    change: (change: (held: SessionDetail) => SessionDetail) => {
      held = change(held)
    },
  }
}

export const showStep = (step: number, session = 3) =>
  showApp({ profile: makeProfile(), path: `/session/step?session=${session}&step=${step}` })
