import { isMandatory } from '../questions/answers.ts'
import type { ContentItem } from '../content/items.ts'
import type { SessionDetail, Step } from './detail.ts'
import { isOwnDone, progressPercent } from './progress.ts'

type Gated = Pick<Step, 'content'>

/** The mandatory quizzes of a step that are still unanswered. */
export const openQuizzes = ({ content }: Gated): ContentItem[] =>
  content.filter(({ quiz, isAnswered }) => quiz !== null && !isAnswered && isMandatory(quiz.questions))

/** Moving forward is blocked by an unanswered mandatory quiz; moving back never is. */
export const mayGoForward = (step: Gated): boolean => openQuizzes(step).length === 0

/** The other steps that are not completed yet. */
export const openSteps = (steps: readonly Step[], stepId: number): Step[] =>
  steps.filter(({ id, status }) => id !== stepId && status !== 'COMPLETED')

type Finishing = Pick<SessionDetail, 'sessionStatus' | 'sessionSteps' | 'sessionDuration' | 'durationCompleted' | 'feedback'>

const isLast = ({ sessionSteps }: Pick<SessionDetail, 'sessionSteps'>, { id }: Step): boolean => sessionSteps.at(-1)?.id === id

/** Learning hub: on the last step, while the session is incomplete or below 100 %, and no quiz is due. */
export function showsDone(session: Finishing, step: Step): boolean {
  if (!isLast(session, step)) return false
  const isWhole = session.sessionStatus === 'COMPLETED' && progressPercent(session) === 100
  return !isWhole && mayGoForward(step)
}

/** Mentorship: on the last step, while the member is not done, once every earlier step is completed and no quiz is due. */
export function showsMentorshipDone(session: Finishing, step: Step): boolean {
  if (!isLast(session, step) || isOwnDone(session)) return false
  return openSteps(session.sessionSteps, step.id).length === 0 && mayGoForward(step)
}

/**
 * Whether the last step of a finished session asks for a rating in place of DONE, for example after a quiz finished the session.
 */
export const asksForRating = (session: Finishing, step: Step): boolean =>
  isLast(session, step) && isOwnDone(session) && session.feedback === null
