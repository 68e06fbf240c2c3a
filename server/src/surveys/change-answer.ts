import type { Answer } from '@saathi/contract/questions/entities'
import type { StageAnswers } from '@saathi/contract/surveys/calls'
import type { Ctx } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import { setPreferredTags } from '#learning/public.ts'
import { checkSubmitted, rejectWith, requireNoProblems, toStored } from '#questions/public.ts'
import { requireStage, requireSurvey } from './access.ts'
import { findAnswers, findSentStages, lockResponse, saveAnswer } from './answer-store.ts'
import { pairAnswers, preferredTagsOf } from './feeds.ts'
import { showAnswers } from './service.ts'
import { changeableOf } from './stages.ts'
import { findStages } from './store.ts'

type Change = { survey: number; stage: number; questionKey: string; answer: Answer | null }

/** Also allowed after the survey has closed: people change, and matching should know. */
export async function changeAnswer(ctx: Ctx, { survey, stage: stageId, questionKey, answer }: Change): Promise<StageAnswers> {
  const { personId } = ctx.actor
  const now = ctx.now()
  const { id: surveyId, completedAt } = await requireSurvey(ctx, survey)
  const stages = await findStages(ctx.db, surveyId)
  const stage = requireStage(stages, stageId)
  await lockResponse(ctx.db, personId, surveyId, now)
  const sent = await findSentStages(ctx.db, personId, surveyId)
  const question = changeableOf(stage).find(({ key }) => key === questionKey)
  // Before the stage is submitted there is nothing to change.
  if (!question || !sent.has(stageId)) throw new Refusal(409, 'surveys.answer_fixed')
  const submitted = { values: answer === null ? {} : { [questionKey]: answer }, files: {} }
  const { answers, problems } = checkSubmitted([question], submitted, {})
  requireNoProblems(problems, rejectWith('surveys.answers_rejected'))

  const stored = toStored([question], answers)[questionKey]
  await saveAnswer(ctx.db, { personId, stageId, questionKey, answer: stored ?? null, now })
  const all = await findAnswers(ctx.db, personId, surveyId)
  // Answers count only once the last stage is submitted.
  if (completedAt) {
    await setPreferredTags(ctx, personId, preferredTagsOf(pairAnswers(stages, all)))
    await ctx.raise({ type: 'surveys.answer_changed', personId, surveyId })
  }
  ctx.push({ to: [personId], event: { type: 'surveys.survey_changed', survey: surveyId } })
  const changeable = changeableOf(stage).map(({ key }) => key)
  return { stage: stageId, answers: await showAnswers(ctx, stage, all), changeable }
}
