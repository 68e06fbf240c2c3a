import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { asksForRating, showsDone, showsMentorshipDone } from '@saathi/contract/learning/gate'
import type { SessionContext } from './journey.ts'

/** Whether DONE stands below this step. */
export function mayFinish({ mentorship, isReadOnly }: SessionContext, session: SessionDetail, step: Step): boolean {
  if (isReadOnly) return false
  return mentorship === undefined ? showsDone(session, step) : showsMentorshipDone(session, step)
}

/** Whether in its place the way to the rating stands there. */
export const mayRate = (journey: SessionContext, session: SessionDetail, step: Step): boolean =>
  !journey.isReadOnly && !mayFinish(journey, session, step) && asksForRating(session, step)
