import type { Answers, Question } from '@saathi/contract/questions/entities'
import { mustBeAnswered } from '@saathi/contract/questions/answers'
import type { StartedSurvey, NewAccount } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { likelyAnswer } from '#questions/public.ts'
import { insertAnswers, insertStageResponse, lockResponse } from './answer-store.ts'
import { completeSurvey } from './answers.ts'
import { questionsOf } from './stages.ts'
import { findStages, findSurveyKey } from './store.ts'

/** Inserts the answers of the demo accounts' folders, and likely ones for other mandatory questions. */
export async function insertDemoAnswers(ctx: ListenerCtx, accounts: readonly NewAccount[]): Promise<void> {
  for (const { personId, surveys } of accounts) {
    for (const started of surveys) await insertDemoSurvey(ctx, personId, started)
  }
}

async function insertDemoSurvey(ctx: ListenerCtx, personId: number, started: StartedSurvey): Promise<void> {
  const { surveyId, startedAt, stagesDone, isWhole, answers } = started
  const stages = await findStages(ctx.db, surveyId)
  await lockResponse(ctx.db, personId, surveyId, startedAt)
  for (const { stageId, submittedAt } of stagesDone) {
    const questions = stages.flatMap((stage) => (stage.id === stageId ? questionsOf(stage) : []))
    const rows = questions.flatMap((question) =>
      answerTo(question, answers).map(([questionKey, answer]) => ({ questionKey, answer, fileId: null })),
    )
    await insertAnswers(ctx.db, { personId, stageId, now: submittedAt }, rows)
    await insertStageResponse(ctx.db, personId, stageId, submittedAt)
  }
  const endedAt = stagesDone.at(-1)?.submittedAt
  if (!isWhole || !endedAt) return
  const survey = { id: surveyId, key: await findSurveyKey(ctx.db, surveyId) }
  await completeSurvey({ ...ctx, now: () => endedAt }, { personId, survey, stages })
}

function answerTo(question: Question, answers: Answers) {
  const own = Object.hasOwn(answers, question.key) ? answers[question.key] : undefined
  if (own !== undefined) return [[question.key, own]] as const
  return mustBeAnswered(question) ? likelyAnswer(question) : []
}
