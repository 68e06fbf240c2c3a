import type { Permission, Status } from '@saathi/contract/accounts/entities'
import type { Survey, SurveyCard } from '@saathi/contract/surveys/entities'
import { progressOf } from '@saathi/contract/surveys/status'

type Resumable = Pick<Survey, 'currentStageId' | 'stageStatus' | 'stages'>

/** The stage one goes on with; null once the survey is complete. */
export function resumeStage({ currentStageId, stageStatus, stages }: Resumable): number | null {
  if (currentStageId === null || stageStatus !== 'COMPLETE') return currentStageId
  // Stopped between two stages: the one it stopped at is sent, and the next was not opened yet.
  // Where there is no next any more, sending that one again completes the survey.
  return stages.find(({ status }) => status !== 'COMPLETE')?.id ?? currentStageId
}

/** To be answered, or answered: that stays to be read, whatever became of the flag. */
export const isShown = (permission: Permission, status: string): boolean =>
  permission === 'use' || progressOf(status) === 'COMPLETE'

/** What the profile says is still to be answered. */
export const openSurveyIds = ({ surveys }: Pick<Status, 'surveys'>): number[] =>
  surveys
    .filter(({ expPermission, surveyStatus }) => expPermission === 'use' && progressOf(surveyStatus) !== 'COMPLETE')
    .map(({ surveyId }) => surveyId)

export type SurveyGroup = 'pending' | 'completed' | 'closed'

export function groupOf({ status, isClosed }: Pick<SurveyCard, 'status' | 'isClosed'>): SurveyGroup {
  if (progressOf(status) === 'COMPLETE') return 'completed'
  return isClosed ? 'closed' : 'pending'
}
