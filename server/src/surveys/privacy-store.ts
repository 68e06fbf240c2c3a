import type { Db } from '#core/ctx.ts'

export function findResponses(db: Db, personId: number) {
  return db
    .selectFrom('survey_response')
    .innerJoin('survey', 'survey.id', 'survey_response.survey_id')
    .select([
      'survey.content as survey',
      'survey_response.started_at as startedAt',
      'survey_response.completed_at as completedAt',
    ])
    .where('survey_response.person_id', '=', personId)
    .orderBy('survey_response.started_at')
    .orderBy('survey.id')
    .execute()
}

export function findStageResponses(db: Db, personId: number) {
  return db
    .selectFrom('stage_response')
    .innerJoin('survey_stage', 'survey_stage.id', 'stage_response.stage_id')
    .innerJoin('survey', 'survey.id', 'survey_stage.survey_id')
    .select(['survey.content as survey', 'survey_stage.content as stage', 'stage_response.submitted_at as submittedAt'])
    .where('stage_response.person_id', '=', personId)
    .orderBy('stage_response.submitted_at')
    .orderBy('survey_stage.id')
    .execute()
}

/** Answers to all surveys, oldest first, including stages the programme no longer has. */
export function findEveryAnswer(db: Db, personId: number) {
  return db
    .selectFrom('stage_answer')
    .innerJoin('survey_stage', 'survey_stage.id', 'stage_answer.stage_id')
    .innerJoin('survey', 'survey.id', 'survey_stage.survey_id')
    .select([
      'survey.content as survey',
      'survey_stage.content as stage',
      'stage_answer.question_key as questionKey',
      'stage_answer.answer',
      'stage_answer.answered_at as answeredAt',
    ])
    .where('stage_answer.person_id', '=', personId)
    .orderBy('stage_answer.answered_at')
    .orderBy('survey_stage.id')
    .orderBy('stage_answer.question_key')
    .execute()
}

export async function deleteAnswersOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('stage_answer').where('person_id', '=', personId).execute()
  await db.deleteFrom('stage_response').where('person_id', '=', personId).execute()
  await db.deleteFrom('survey_response').where('person_id', '=', personId).execute()
  await db.deleteFrom('readiness_score').where('person_id', '=', personId).execute()
}
