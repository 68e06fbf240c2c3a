import { Answer } from '@saathi/contract/questions/entities'
import * as z from 'zod/mini'
import { StoredStage, StoredSurvey } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

/** Null once the person has left. */
export async function findPerson(db: Db, personId: number) {
  const row = await db
    .selectFrom('person')
    .select(['id', 'project_id as projectId'])
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

const MAX_SURVEYS = 50
const MAX_CORRECTIONS = 50

/** Surveys that the person has begun, oldest first. */
export async function findAnsweredSurveys(db: Db, personId: number) {
  const rows = await db
    .selectFrom('survey_response')
    .innerJoin('survey', 'survey.id', 'survey_response.survey_id')
    .select(['survey.id', 'survey.content', 'survey_response.completed_at as completedAt'])
    .where('survey_response.person_id', '=', personId)
    .orderBy('survey_response.started_at')
    .orderBy('survey.id')
    .limit(MAX_SURVEYS)
    .execute()
  return rows.map((row) => ({ ...row, content: StoredSurvey.parse(row.content) }))
}
export type AnsweredRow = Awaited<ReturnType<typeof findAnsweredSurveys>>[number]

type NewCorrection = {
  personId: number
  stageId: number
  questionKey: string
  before: Answer | null
  after: Answer | null
  reason: string
  by: number
  now: Date
}

const toJson = (answer: Answer | null): string | null => (answer === null ? null : JSON.stringify(answer))

export async function insertCorrection(
  db: Db,
  { personId, stageId, questionKey, before, after, reason, by, now }: NewCorrection,
) {
  await db
    .insertInto('answer_correction')
    .values({
      person_id: personId,
      stage_id: stageId,
      question_key: questionKey,
      before: toJson(before),
      after: toJson(after),
      reason,
      corrected_by: by,
      corrected_at: now,
    })
    .execute()
}

const StoredAnswer = z.nullable(Answer)

/** Newest first, with the question's title in all languages; null if the programme no longer has it. */
export async function findCorrections(db: Db, personId: number) {
  const rows = await db
    .selectFrom('answer_correction')
    .innerJoin('survey_stage', 'survey_stage.id', 'answer_correction.stage_id')
    .innerJoin('survey', 'survey.id', 'survey_stage.survey_id')
    .leftJoin('person as by', (join) =>
      join.onRef('by.id', '=', 'answer_correction.corrected_by').on('by.deleted_at', 'is', null),
    )
    .select([
      'answer_correction.id',
      'survey.content as survey',
      'survey_stage.content as stage',
      'question_key as questionKey',
      'before',
      'after',
      'reason',
      'corrected_at as at',
      'by.first_name as firstName',
      'by.last_name as lastName',
    ])
    .where('answer_correction.person_id', '=', personId)
    .orderBy('answer_correction.id', 'desc')
    .limit(MAX_CORRECTIONS)
    .execute()
  return rows.map(({ survey, stage, before, after, ...row }) => {
    const questions = StoredStage.parse(stage).pages.flatMap((page) => page.questions)
    return {
      ...row,
      survey: StoredSurvey.parse(survey),
      title: questions.find(({ key }) => key === row.questionKey)?.title ?? null,
      before: StoredAnswer.parse(before),
      after: StoredAnswer.parse(after),
    }
  })
}

/** Deletes scores of areas that no answer of the survey belongs to any more. */
export async function deleteOtherScores(db: Db, personId: number, surveyId: number, areaKeys: readonly string[]): Promise<void> {
  let others = db.deleteFrom('readiness_score').where('person_id', '=', personId).where('survey_id', '=', surveyId)
  if (areaKeys.length > 0) others = others.where('area_key', 'not in', [...areaKeys])
  await others.execute()
}

export async function deleteCorrectionsOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('answer_correction').where('person_id', '=', personId).execute()
  await db.updateTable('answer_correction').set({ corrected_by: null }).where('corrected_by', '=', personId).execute()
}
