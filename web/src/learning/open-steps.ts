import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { openSteps } from '@saathi/contract/learning/gate'

/** Id of the list that explains why DONE is disabled. */
export const openStepsId = 'open-steps'

/** Steps that block the last one; steps being sent count as stored. */
export const openBefore = (session: SessionDetail, step: Step, unsaved: readonly number[]): Step[] =>
  openSteps(session.sessionSteps, step.id).filter(({ id }) => !unsaved.includes(id))
