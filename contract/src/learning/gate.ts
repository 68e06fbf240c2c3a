import { isMandatory } from '../questions/check-answers.ts'
import type { ContentItem } from '../content/items.ts'
import type { SessionDetail, Step } from './detail.ts'
import { isOwnDone, progressPercent } from './progress.ts'

type Gated = Pick<Step, 'content'>

/** The quizzes of a step that must be answered before one goes on. */
export const openQuizzes = ({ content }: Gated): ContentItem[] =>
  content.filter(({ quiz, isAnswered }) => quiz !== null && !isAnswered && isMandatory(quiz.questions))

/** Forward is closed while a quiz that must be answered is open; back never is. */
export const mayGoForward = (step: Gated): boolean => openQuizzes(step).length === 0

/** The steps besides this one that are not completed yet. */
export const openSteps = (steps: readonly Step[], stepId: number): Step[] =>
  steps.filter(({ id, status }) => id !== stepId && status !== 'COMPLETED')

type Finishing = Pick<SessionDetail, 'sessionStatus' | 'sessionSteps' | 'sessionDuration' | 'durationCompleted' | 'feedback'>

const isLast = ({ sessionSteps }: Pick<SessionDetail, 'sessionSteps'>, { id }: Step): boolean => sessionSteps.at(-1)?.id === id

/** Learning hub: on the last step, while the session is not completed or not at its full length, and no quiz is due. */
export function showsDone(session: Finishing, step: Step): boolean {
  if (!isLast(session, step)) return false
  const isWhole = session.sessionStatus === 'COMPLETED' && progressPercent(session) === 100
  return !isWhole && mayGoForward(step)
}

/** Mentorship: on the last step, while one is not done oneself, once every earlier step is completed and no quiz is due. */
export function showsMentorshipDone(session: Finishing, step: Step): boolean {
  if (!isLast(session, step) || isOwnDone(session)) return false
  return openSteps(session.sessionSteps, step.id).length === 0 && mayGoForward(step)
}

/** Where DONE has gone, as after a quiz on the last step, which completes it: on the last step of what is finished and not rated. */
export const asksForRating = (session: Finishing, step: Step): boolean =>
  isLast(session, step) && isOwnDone(session) && session.feedback === null
