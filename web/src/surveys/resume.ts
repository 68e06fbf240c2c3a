import type { Permission, Status } from '@saathi/contract/accounts/entities'
import { type Survey, type SurveyCard, progressOf } from '@saathi/contract/surveys/entities'

type Resumable = Pick<Survey, 'currentStageId' | 'stageStatus' | 'stages'>

/** The stage to continue with; null once the survey is complete. */
export function resumeStage({ currentStageId, stageStatus, stages }: Resumable): number | null {
  if (currentStageId === null || stageStatus !== 'COMPLETE') return currentStageId
  // Stopped between two stages: continue with the next one. If there is none, submitting the current one again completes the
  // survey.
  return stages.find(({ status }) => status !== 'COMPLETE')?.id ?? currentStageId
}

/** Open surveys, and completed ones, which stay readable whatever the flag. */
export const isShown = (permission: Permission, status: string): boolean =>
  permission === 'use' || progressOf(status) === 'COMPLETE'

/** The unanswered surveys of the profile. */
export const openSurveyIds = ({ surveys }: Pick<Status, 'surveys'>): number[] =>
  surveys
    .filter(({ expPermission, surveyStatus }) => expPermission === 'use' && progressOf(surveyStatus) !== 'COMPLETE')
    .map(({ surveyId }) => surveyId)

export type SurveyGroup = 'pending' | 'completed' | 'closed'

export function groupOf({ status, isClosed }: Pick<SurveyCard, 'status' | 'isClosed'>): SurveyGroup {
  if (progressOf(status) === 'COMPLETE') return 'completed'
  return isClosed ? 'closed' : 'pending'
}
