import { completeStep, getSession, startSession } from '@saathi/contract/learning/session-calls'
import type { SessionDetail, SessionProgress } from '@saathi/contract/learning/detail'
import { getQuiz, type QuizState, saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { withProgress } from '../cache.ts'
import { withAnswered } from '../quiz/address.ts'
import { friend, quizState, sentState } from '../quiz/page.fake.tsx'
import { standingOf } from './detail.fake.ts'

/** A fake server with one session that records completed steps. */
export function answerSession(session: SessionDetail) {
  let current = session
  const done = new Set(session.sessionSteps.flatMap(({ id, status }) => (status === 'COMPLETED' ? [id] : [])))
  const reading = answer(getSession, ({ params }) =>
    params.id === current.id ? current : refuse('learning.session_not_found', 404),
  )
  const starting = answer(startSession, () => {
    const progress = standingOf(session, [...done])
    current = withProgress(current, progress)
    return progress
  })
  function complete(step: number): SessionProgress {
    done.add(step)
    const progress = standingOf(session, [...done])
    current = withProgress(current, progress)
    return progress
  }
  const completing = answer(completeStep, ({ body }) => complete(body.step))
  return {
    complete,
    started: starting.inputs,
    reads: reading.inputs,
    /** The steps that were posted, in order. */
    completed: () => completing.inputs.map(({ body }) => body.step),
    change: (change: (current: SessionDetail) => SessionDetail) => {
      current = change(current)
    },
  }
}

/** The quiz of a step, with one question; answering it completes the step, as in the hub. */
export function answerQuiz(server: ReturnType<typeof answerSession>, step: number, changes: Partial<QuizState> = {}) {
  answer(getQuiz, { ...quizState({ questions: [friend] }), step })
  answer(saveAnswers, () => {
    server.change((current) => withAnswered(current, { session: current.id, step, quiz: 5 }))
    return { state: { ...sentState({ questions: [friend] }), step, ...changes }, standing: server.complete(step) }
  })
}

type Screen = Awaited<ReturnType<typeof showApp>>

export async function takeQuiz(screen: Screen): Promise<void> {
  await screen.getByRole('link', { name: 'Take the quiz' }).click()
  await screen.getByRole('textbox', { name: friend.title }).fill('Meera')
  await screen.getByRole('button', { name: 'Submit' }).click()
}

export const showStep = (step: number, session = 3) =>
  showApp({ profile: makeProfile(), path: `/session/step?session=${session}&step=${step}` })
