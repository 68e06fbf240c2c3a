import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { useMemo } from 'react'
import type { OutboxEntry } from '#core/outbox/entry.ts'
import { useWaiting } from '#core/outbox/list.ts'
import type { QuizAddress } from '../quiz/address.ts'
import { quizKind } from '../quiz/queries.ts'
import { ratingKind } from '../feedback/rating-queries.ts'
import { stepKind } from '../step/kind.ts'
import { sessionLineOf } from './outbox.ts'

type Entries = readonly OutboxEntry[]

/** The session including queued changes; refused ones do not count. */
export function withWaiting<Session extends SessionDetail>(
  session: Session,
  mentorship: number | undefined,
  waiting: Entries,
): Session {
  const line = sessionLineOf({ session: session.id, mentorship })
  const here = waiting.filter((entry) => entry.line === line && !entry.refusal)
  if (here.length === 0) return session
  const done = new Set(here.flatMap((entry) => stepKind.read(entry)?.step ?? []))
  const answered = new Set(here.flatMap((entry) => quizKind.read(entry) ?? []).map(({ step, quiz }) => `${step}.${quiz}`))
  const rated = here.flatMap((entry) => ratingKind.read(entry) ?? []).at(-1)
  const sessionSteps = session.sessionSteps.map((step) => withDone(step, done.has(step.id), answered))
  return {
    ...session,
    ...progressWith(session, sessionSteps, mentorship),
    sessionSteps,
    feedback: rated ? { rating: rated.rating, review: rated.review } : session.feedback,
  }
}

function withDone(step: Step, isDone: boolean, answered: ReadonlySet<string>): Step {
  const content = step.content.map((item) =>
    item.quiz && answered.has(`${step.id}.${item.quiz.id}`) ? { ...item, isAnswered: true } : item,
  )
  return { ...step, content, status: isDone ? 'COMPLETED' : step.status }
}

/** In a mentorship only the own part is done; the server knows about the others. */
function progressWith(session: SessionDetail, sessionSteps: readonly Step[], mentorship: number | undefined) {
  const { sessionStatus, sessionDuration, durationCompleted, completedSteps } = session
  const added = sessionSteps.filter(({ status }, place) => status !== session.sessionSteps[place]?.status)
  if (added.length === 0) return {}
  const isWhole = sessionSteps.every(({ status }) => status === 'COMPLETED')
  const whole = mentorship === undefined ? ('COMPLETED' as const) : ('PARTIAL_COMPLETE' as const)
  const minutes = added.reduce((sum, { duration }) => sum + duration, durationCompleted)
  return {
    sessionStatus: isWhole ? whole : sessionStatus === 'NOT_STARTED' ? ('ONGOING' as const) : sessionStatus,
    durationCompleted: isWhole ? sessionDuration : Math.min(minutes, sessionDuration),
    completedSteps: completedSteps + added.length,
  }
}

export function useWithWaiting<Session extends SessionDetail>(
  session: Session | undefined,
  mentorship: number | undefined,
): Session | undefined {
  const waiting = useWaiting()
  return useMemo(() => session && withWaiting(session, mentorship, waiting), [session, mentorship, waiting])
}

/** The queued answers to this quiz, including refused ones. */
export function useWaitingQuiz({ session, step, quiz }: QuizAddress, mentorship: number | undefined): OutboxEntry | undefined {
  const line = sessionLineOf({ session, mentorship })
  const isIt = (entry: OutboxEntry) => {
    const answers = quizKind.read(entry)
    return answers?.step === step && answers.quiz === quiz
  }
  return useWaiting().find((entry) => entry.line === line && isIt(entry))
}
