import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { openSteps } from '@saathi/contract/learning/gate'

/** The list that says why DONE is closed. */
export const openStepsId = 'open-steps'

/** Steps still to be read before the last one counts; those on their way to the server are as good as stored. */
export const openBefore = (session: SessionDetail, step: Step, unsaved: readonly number[]): Step[] =>
  openSteps(session.sessionSteps, step.id).filter(({ id }) => !unsaved.includes(id))
