import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { showsDone, showsMentorshipDone } from '@saathi/contract/learning/gate'
import type { Journey } from './journey.ts'

/** Whether DONE stands below this step. */
export function mayFinish({ mentorship, isReadOnly }: Journey, session: SessionDetail, step: Step): boolean {
  if (isReadOnly) return false
  return mentorship === undefined ? showsDone(session, step) : showsMentorshipDone(session, step)
}
