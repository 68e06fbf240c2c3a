import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { asksForRating, showsDone, showsMentorshipDone, openSteps } from '@saathi/contract/learning/gate'
import type { SessionContext } from '../session/area.ts'

/** Whether DONE shows on this step. */
export function mayFinish({ mentorship, isReadOnly }: SessionContext, session: SessionDetail, step: Step): boolean {
  if (isReadOnly) return false
  return mentorship === undefined ? showsDone(session, step) : showsMentorshipDone(session, step)
}

/** Whether the link to the rating shows in its place. */
export const mayRate = (context: SessionContext, session: SessionDetail, step: Step): boolean =>
  !context.isReadOnly && !mayFinish(context, session, step) && asksForRating(session, step)

/** Id of the list that explains why DONE is disabled. */
export const openStepsId = 'open-steps'

/** Steps that block the last one; steps being sent count as stored. */
export const openBefore = (session: SessionDetail, step: Step, unsaved: readonly number[]): Step[] =>
  openSteps(session.sessionSteps, step.id).filter(({ id }) => !unsaved.includes(id))
