import { sql } from 'kysely'
import { StoredStage, StoredSurvey } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

export type PublishedSurvey = NonNullable<Awaited<ReturnType<typeof findSurvey>>>

export async function findSurvey(db: Db, key: string) {
  const row = await db
    .selectFrom('survey')
    .leftJoin('survey as before', 'before.id', 'survey.after_survey_id')
    .selectAll('survey')
    .select('before.key as afterKey')
    .where('survey.key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  const stages = await db
    .selectFrom('survey_stage')
    .select(['key', 'content'])
    .where('survey_id', '=', row.id)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute()
  const projects = await db
    .selectFrom('survey_project')
    .innerJoin('project', 'project.id', 'survey_project.project_id')
    .select('project.key')
    .where('survey_id', '=', row.id)
    .orderBy('project.id')
    .execute()
  return {
    ...row,
    content: StoredSurvey.parse(row.content),
    stages: stages.map((stage) => ({ key: stage.key, content: StoredStage.parse(stage.content) })),
    projects: projects.map((project) => project.key),
  }
}

/** The dependencies between surveys, to detect circles. */
export async function findWaiting(db: Db): Promise<{ key: string; after: string | null }[]> {
  return db
    .selectFrom('survey')
    .leftJoin('survey as before', 'before.id', 'survey.after_survey_id')
    .select(['survey.key', 'before.key as after'])
    .execute()
}

/** Questions that people have answered, with the number of people; also in stages that are no longer asked. */
export async function findAnsweredStages(db: Db, surveyId: number) {
  const { rows } = await sql<{ quiz: string; question: string; answers: number }>`
    select survey_stage.key as quiz, stage_answer.question_key as question, count(*)::int as answers
    from survey_stage join stage_answer on stage_answer.stage_id = survey_stage.id
    where survey_stage.survey_id = ${surveyId}
    group by 1, 2 order by 1, 2 limit 1000`.execute(db)
  return rows
}

/** A new survey comes last. */
export async function findSurveyPosition(db: Db): Promise<number> {
  const last = await db
    .selectFrom('survey')
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirst()
  return (last?.position ?? 0) + 1
}

/** Closes the survey; answers stay. */
export async function closeSurvey(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('survey').set({ closes_at: now }).where('id', '=', id).execute()
}

export async function reopenSurvey(db: Db, id: number, closesAt: Date | null): Promise<void> {
  await db.updateTable('survey').set({ closes_at: closesAt }).where('id', '=', id).execute()
}

export async function findReadinessKeys(db: Db): Promise<string[]> {
  return (await db.selectFrom('readiness_area').select('key').execute()).map(({ key }) => key)
}
