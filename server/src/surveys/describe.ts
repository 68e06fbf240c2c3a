import { type StageSummary, type Survey, type SurveyCard, statusOf } from '@saathi/contract/surveys/entities'
import { bannerUrl, readIn } from '#content/public.ts'
import { findSentStages } from './answer-store.ts'
import type { ViewerCtx, Offer } from './access.ts'
import { currentStage, questionsOf } from './stages.ts'
import { findStages, type StageRow } from './store.ts'

type ResponseTimes = { startedAt: Date | null; completedAt: Date | null }

function surveyStatus({ startedAt, completedAt }: ResponseTimes): string {
  if (completedAt) return statusOf({ completedAt: completedAt.toISOString() })
  return statusOf(startedAt ? 'PARTIAL' : 'NOT_STARTED')
}

/** The profile has its own word for a started survey. */
export const profileStatus = (times: ResponseTimes): string =>
  times.startedAt && !times.completedAt ? 'ONGOING' : surveyStatus(times)

export function toCard(offer: Offer, language: string): SurveyCard {
  const name = readIn(language, offer.content.name)
  const shortDescription = readIn(language, offer.content.shortDescription)
  return {
    id: offer.id,
    name: name.base,
    localeName: name.locale,
    shortDescription: shortDescription.base,
    localeShortDescription: shortDescription.locale,
    icon: bannerUrl(offer.iconHash),
    status: surveyStatus(offer),
    expPermission: offer.permission,
    minutes: offer.minutes,
    closesAt: offer.closesAt?.toISOString() ?? null,
    isClosed: offer.isClosed,
    // Answered questions may have been removed since.
    answeredQuestions: Math.min(offer.answeredQuestions, offer.totalQuestions),
    totalQuestions: offer.totalQuestions,
  }
}

export async function describeSurvey({ db, actor }: ViewerCtx, offer: Offer): Promise<Survey> {
  const stages = await findStages(db, offer.id)
  const sent = await findSentStages(db, actor.personId, offer.id)
  const current = currentStage(offer, stages, sent)
  return {
    ...toCard(offer, actor.language),
    backgroundImage: bannerUrl(offer.backgroundHash),
    stages: stages.map((stage) => toSummary(stage, sent, actor.language)),
    currentStageId: current?.id ?? null,
    stageStatus: current && !sent.has(current.id) ? 'NOT_STARTED' : 'COMPLETE',
  }
}

function toSummary(stage: StageRow, sent: ReadonlySet<number>, language: string): StageSummary {
  return {
    id: stage.id,
    ...showHead(stage, language),
    status: sent.has(stage.id) ? 'COMPLETE' : 'NOT_STARTED',
    questionCount: questionsOf(stage).filter(({ disabled }) => !disabled).length,
  }
}

export function showHead({ content }: StageRow, language: string) {
  const name = readIn(language, content.name)
  const description = readIn(language, content.description)
  return {
    name: name.base,
    localeName: name.locale,
    description: description.base,
    localeDescription: description.locale,
  }
}
