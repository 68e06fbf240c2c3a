import type { StageAnswers, SurveyAnswer } from '@saathi/contract/surveys/calls'
import type { Stage, Survey, SurveyCard } from '@saathi/contract/surveys/entities'
import type { ReadinessArea } from '@saathi/contract/surveys/readiness-calls'
import { bannerUrl, showPages, readIn } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { showAnswer } from '#questions/public.ts'
import { requireStage, requireStageWithSurvey, requireSurvey, findOffers, isVisible } from './access.ts'
import { type AnswerRow, findAnswers, findSentStages, findScores } from './answer-store.ts'
import { describeSurvey, showHead, toCard } from './describe.ts'
import { average } from './feeds.ts'
import { changeableQuestions, questionsOf } from './stages.ts'
import { findStages, type StageRow } from './store.ts'

/** The actor's own list, so no access check is needed. */
export async function listSurveys({ db, actor, now }: Ctx): Promise<{ surveys: SurveyCard[] }> {
  const offers = await findOffers(db, actor.personId, now())
  return { surveys: offers.filter(isVisible).map((offer) => toCard(offer, actor.language)) }
}

export async function getSurvey(ctx: Ctx, surveyId: number): Promise<Survey> {
  return describeSurvey(ctx, await requireSurvey(ctx, surveyId))
}

export async function getStage(ctx: Ctx, stageId: number): Promise<Stage> {
  const { offer, stages, stage } = await requireStageWithSurvey(ctx, stageId)
  const { language } = ctx.actor
  return {
    id: stageId,
    surveyId: offer.id,
    ...showHead(stage, language),
    backgroundImage: bannerUrl(offer.backgroundHash),
    number: stages.indexOf(stage) + 1,
    total: stages.length,
    pages: showPages(stage.content, language),
  }
}

type AnswersQuery = { survey: number; stage?: number | undefined }

/** The actor's own answers only. */
export async function getAnswers(
  ctx: Ctx,
  { survey: surveyId, stage: stageId }: AnswersQuery,
): Promise<{ survey: number; stages: StageAnswers[]; answers: SurveyAnswer[] }> {
  const { id: survey } = await requireSurvey(ctx, surveyId)
  const stages = await findStages(ctx.db, survey)
  const selected = stageId === undefined ? stages : [requireStage(stages, stageId)]
  const rows = await findAnswers(ctx.db, ctx.actor.personId, survey)
  const sent = await findSentStages(ctx.db, ctx.actor.personId, survey)
  const shown: StageAnswers[] = []
  for (const stage of selected) {
    const changeable = sent.has(stage.id) ? changeableQuestions(stage).map(({ key }) => key) : []
    shown.push({ stage: stage.id, answers: await showAnswers(ctx, stage, rows), changeable })
  }
  return { survey, stages: shown, answers: stageId === undefined ? [] : (shown[0]?.answers ?? []) }
}

/** In question order. */
export async function showAnswers(ctx: Ctx, stage: StageRow, rows: readonly AnswerRow[]): Promise<SurveyAnswer[]> {
  const shown: SurveyAnswer[] = []
  for (const question of questionsOf(stage)) {
    const row = rows.find(({ stageId, questionKey }) => stageId === stage.id && questionKey === question.key)
    const answer = row && (await showAnswer(ctx, question, row.answer))
    if (row && answer !== undefined) shown.push({ questionKey: question.key, answer, answeredAt: row.answeredAt.toISOString() })
  }
  return shown
}

/** Limits of the reply; no programme has more. */
const MAX_AREAS = 20
const MAX_SCORES = 20

/** The actor's own scores, so no access check is needed. */
export async function getReadiness({ db, actor }: Ctx) {
  const areas = new Map<string, ReadinessArea>()
  for (const { key, name, score, scoredAt, surveyId, survey } of await findScores(db, actor.personId)) {
    const shown = readIn(actor.language, name)
    const from = readIn(actor.language, survey.name)
    const area = areas.get(key) ?? { key, name: shown.base, localeName: shown.locale, scores: [] }
    areas.set(key, area)
    if (area.scores.length === MAX_SCORES) continue
    area.scores.push({
      score,
      scoredAt: scoredAt.toISOString(),
      survey: { id: surveyId, name: from.base, localeName: from.locale },
    })
  }
  const shownAreas = [...areas.values()].slice(0, MAX_AREAS)
  const newest = shownAreas.flatMap(({ scores }) => scores.slice(0, 1).map(({ score }) => score))
  return { workReadinessScore: newest.length > 0 ? Math.round(average(newest)) : null, areas: shownAreas }
}
