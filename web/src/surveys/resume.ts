import type { Status } from '@saathi/contract/accounts/entities'
import type { Survey, SurveyCard } from '@saathi/contract/surveys/entities'
import { progressOf } from '@saathi/contract/surveys/status'

type Resumable = Pick<Survey, 'currentStageId' | 'stageStatus' | 'stages'>

/** The stage one goes on with; null when every one is sent. */
export function resumeStage({ currentStageId, stageStatus, stages }: Resumable): number | null {
  if (currentStageId === null || stageStatus !== 'COMPLETE') return currentStageId
  // Stopped between two stages: the one it stopped at is sent, and the next was not opened yet.
  return stages.find(({ status }) => status !== 'COMPLETE')?.id ?? null
}

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
