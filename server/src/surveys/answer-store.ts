import { Answer } from '@saathi/contract/questions/entities'
import { sql } from 'kysely'
import { StoredSurvey, Texts } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

/**
 * Lock until the end of the transaction: of two tabs that submit at once, the second waits and then sees the first. The row
 * exists from the first stage on.
 */
export async function lockResponse(db: Db, personId: number, surveyId: number, now: Date): Promise<void> {
  await db
    .insertInto('survey_response')
    .values({ person_id: personId, survey_id: surveyId, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .selectFrom('survey_response')
    .select('started_at')
    .where('person_id', '=', personId)
    .where('survey_id', '=', surveyId)
    .forUpdate()
    .execute()
}

/** If the clock was set back, the completion must not precede the start. */
export async function updateCompleted(db: Db, personId: number, surveyId: number, now: Date): Promise<void> {
  await db
    .updateTable('survey_response')
    .set({ completed_at: sql<Date>`greatest(started_at, ${now}::timestamptz)` })
    .where('person_id', '=', personId)
    .where('survey_id', '=', surveyId)
    .where('completed_at', 'is', null)
    .execute()
}

export async function findSentStages(db: Db, personId: number, surveyId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('stage_response')
    .innerJoin('survey_stage', 'survey_stage.id', 'stage_response.stage_id')
    .select('stage_response.stage_id as id')
    .where('stage_response.person_id', '=', personId)
    .where('survey_stage.survey_id', '=', surveyId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function insertStageResponse(db: Db, personId: number, stageId: number, now: Date): Promise<void> {
  await db.insertInto('stage_response').values({ person_id: personId, stage_id: stageId, submitted_at: now }).execute()
}

export type AnswerRow = { stageId: number; questionKey: string; answer: Answer; answeredAt: Date }

export async function findAnswers(db: Db, personId: number, surveyId: number): Promise<AnswerRow[]> {
  const rows = await db
    .selectFrom('stage_answer')
    .innerJoin('survey_stage', 'survey_stage.id', 'stage_answer.stage_id')
    .select([
      'stage_answer.stage_id as stageId',
      'stage_answer.question_key as questionKey',
      'stage_answer.answer',
      'stage_answer.answered_at as answeredAt',
    ])
    .where('stage_answer.person_id', '=', personId)
    .where('survey_stage.survey_id', '=', surveyId)
    .execute()
  return rows.map((row) => ({ ...row, answer: Answer.parse(row.answer) }))
}

export type NewAnswer = { questionKey: string; answer: Answer; fileId: string | null }

export async function insertAnswers(
  db: Db,
  { personId, stageId, now }: { personId: number; stageId: number; now: Date },
  answers: readonly NewAnswer[],
): Promise<void> {
  if (answers.length === 0) return
  const rows = answers.map(({ questionKey, answer, fileId }) => ({
    person_id: personId,
    stage_id: stageId,
    question_key: questionKey,
    answer: JSON.stringify(answer),
    file_id: fileId,
    answered_at: now,
  }))
  await db.insertInto('stage_answer').values(rows).execute()
}

type SavedAnswer = { personId: number; stageId: number; questionKey: string; answer: Answer | null; now: Date }

/** Replaces the earlier answer; null deletes it. */
export async function saveAnswer(db: Db, { personId, stageId, questionKey, answer, now }: SavedAnswer): Promise<void> {
  if (answer === null) {
    await db
      .deleteFrom('stage_answer')
      .where('person_id', '=', personId)
      .where('stage_id', '=', stageId)
      .where('question_key', '=', questionKey)
      .execute()
    return
  }
  const changed = { answer: JSON.stringify(answer), answered_at: now }
  await db
    .insertInto('stage_answer')
    .values({ person_id: personId, stage_id: stageId, question_key: questionKey, ...changed })
    .onConflict((conflict) => conflict.columns(['person_id', 'stage_id', 'question_key']).doUpdateSet(changed))
    .execute()
}

/** Oldest first. Filtered in SQL: stages are long, and few questions have a criterion. */
export async function findCriterionAnswers(db: Db, personId: number): Promise<{ criterion: string; answer: unknown }[]> {
  const { rows } = await sql<{ criterion: string; answer: unknown }>`
    select question ->> 'criterion' as criterion, stage_answer.answer
    from stage_answer
    join survey_stage on survey_stage.id = stage_answer.stage_id
    cross join lateral jsonb_path_query(
      survey_stage.content,
      '$.pages[*].questions[*] ? (@.key == $key)',
      jsonb_build_object('key', stage_answer.question_key)
    ) as question
    where stage_answer.person_id = ${personId} and question ->> 'criterion' is not null
    order by stage_answer.answered_at, survey_stage.id`.execute(db)
  return rows
}

/** Criteria whose question every member of the programme must answer. */
export async function findCriteriaAskedOfAll(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sql<{ criterion: string }>`
    select distinct question ->> 'criterion' as criterion
    from survey
    join survey_stage on survey_stage.survey_id = survey.id and survey_stage.position is not null
    cross join lateral jsonb_path_query(survey_stage.content, '$.pages[*].questions[*] ? (@.mandatory == true)') as question
    where survey.audience = 'everyone'
      and question ->> 'criterion' is not null
      and (
        not exists (select from survey_project where survey_id = survey.id)
        or exists (select from survey_project where survey_id = survey.id and project_id = ${projectId})
      )`.execute(db)
  return rows.map(({ criterion }) => criterion)
}

type ScoreKey = { personId: number; surveyId: number; now: Date }

/** Ignores areas that the programme no longer has. */
export async function saveScores(
  db: Db,
  { personId, surveyId, now }: ScoreKey,
  scores: ReadonlyMap<string, number>,
): Promise<void> {
  if (scores.size === 0) return
  const areas = await db
    .selectFrom('readiness_area')
    .select('key')
    .where('key', 'in', [...scores.keys()])
    .execute()
  const rows = areas.flatMap(({ key }) => {
    const score = scores.get(key)
    return score === undefined ? [] : [{ person_id: personId, area_key: key, survey_id: surveyId, score, scored_at: now }]
  })
  if (rows.length === 0) return
  await db
    .insertInto('readiness_score')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'area_key', 'survey_id'])
        .doUpdateSet(({ ref }) => ({ score: ref('excluded.score'), scored_at: ref('excluded.scored_at') })),
    )
    .execute()
}

/** In the programme's order of areas, newest score first. */
export async function findScores(db: Db, personId: number) {
  const rows = await db
    .selectFrom('readiness_score')
    .innerJoin('readiness_area', 'readiness_area.key', 'readiness_score.area_key')
    .innerJoin('survey', 'survey.id', 'readiness_score.survey_id')
    .select([
      'readiness_area.key',
      'readiness_area.name',
      'readiness_score.score',
      'readiness_score.scored_at as scoredAt',
      'survey.id as surveyId',
      'survey.content as survey',
    ])
    .where('readiness_score.person_id', '=', personId)
    .orderBy('readiness_area.position')
    .orderBy('readiness_area.key')
    .orderBy('readiness_score.scored_at', 'desc')
    .orderBy('survey.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, name: Texts.parse(row.name), survey: StoredSurvey.parse(row.survey) }))
}

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
