import { Permission } from '@saathi/contract/accounts/entities'
import { Role, isMentor } from '@saathi/contract/accounts/roles'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { roleMay } from '#accounts/public.ts'
import { StoredStage, StoredSurvey, readIn } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

/** The maximum length of the list. */
const MAX_SURVEYS = 50

export async function findTaker(db: Db, personId: number) {
  const row = await db
    .selectFrom('person')
    .leftJoin('experience', 'experience.person_id', 'person.id')
    .select(({ exists, selectFrom }) => [
      'person.role',
      'experience.survey as flag',
      exists(
        selectFrom('readiness_score').select('readiness_score.score').whereRef('readiness_score.person_id', '=', 'person.id'),
      ).as('hasScores'),
    ])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow()
  return { role: Role.parse(row.role), flag: Permission.parse(row.flag ?? 'off'), hasScores: Boolean(row.hasScores) }
}

export type SurveyViewer = { personId: number; audiences: readonly string[]; now: Date }
/** Opens immediately, or a number of days after another survey was completed. */
export type Opening = { hasPrerequisite: boolean; afterDays: number; afterCompletedAt: Date | null }

/** The published surveys for this person's role and project, with their progress. */
function offeredSurveys(db: Db, { personId, audiences, now }: SurveyViewer) {
  return db
    .selectFrom('survey')
    .leftJoin('survey_response', (join) =>
      join.onRef('survey_response.survey_id', '=', 'survey.id').on('survey_response.person_id', '=', personId),
    )
    .leftJoin('survey_response as earlier', (join) =>
      join.onRef('earlier.survey_id', '=', 'survey.after_survey_id').on('earlier.person_id', '=', personId),
    )
    .where('survey.published_at', '<=', now)
    .where('survey.audience', '=', sql<string>`any(${audiences})`)
    .where((where) =>
      where.or([
        where.not(where.exists(allowedProjects(db))),
        where.exists(
          allowedProjects(db)
            .innerJoin('person', 'person.project_id', 'survey_project.project_id')
            .where('person.id', '=', personId),
        ),
      ]),
    )
    .select(({ eb }) => [
      'survey.id',
      'survey.closes_at as closesAt',
      eb('survey.after_survey_id', 'is not', null).as('hasPrerequisite'),
      'survey.after_days as afterDays',
      'earlier.completed_at as afterCompletedAt',
      'survey_response.started_at as startedAt',
      'survey_response.completed_at as completedAt',
      'survey.minutes',
    ])
    .orderBy('survey.position')
    .orderBy('survey.id')
    .limit(MAX_SURVEYS)
}

function allowedProjects(db: Db) {
  return db
    .selectFrom('survey_project')
    .select('survey_project.project_id')
    .where('survey_project.survey_id', '=', sql.ref<number>('survey.id'))
}

/** Only what the profile needs, because every page loads it. */
export async function findSurveyProgress(db: Db, viewer: SurveyViewer) {
  const rows = await offeredSurveys(db, viewer).execute()
  return rows.map((row) => ({ ...row, hasPrerequisite: Boolean(row.hasPrerequisite) }))
}

const NullableDate = z.nullable(z.coerce.date())
export const SurveyStatusRow = z.object({
  hasScores: z.boolean(),
  surveys: z.array(
    z.object({
      id: z.int(),
      closesAt: NullableDate,
      hasPrerequisite: z.boolean(),
      afterDays: z.int(),
      afterCompletedAt: NullableDate,
      startedAt: NullableDate,
      completedAt: NullableDate,
    }),
  ),
})

/** SQL expression for the profile query: survey progress, and whether the person has readiness scores. */
export const surveyStatusAsJson = (db: Db, viewer: SurveyViewer) => sql`json_build_object(
  'hasScores', exists (select from readiness_score where readiness_score.person_id = ${viewer.personId}),
  'surveys', coalesce((select json_agg(offered) from (${offeredSurveys(db, viewer)}) offered), '[]'))`

export type OfferedRow = Awaited<ReturnType<typeof findOfferedSurveys>>[number]

export async function findOfferedSurveys(db: Db, viewer: SurveyViewer, surveyId?: number) {
  const rows = await offeredSurveys(db, viewer)
    .$if(surveyId !== undefined, (query) => query.where('survey.id', '=', surveyId ?? 0))
    .select([
      'survey.key',
      'survey.content',
      'survey.icon_hash as iconHash',
      'survey.background_hash as backgroundHash',
      questionCount().as('totalQuestions'),
      answerCount(viewer.personId).as('answeredQuestions'),
    ])
    .execute()
  return rows.map((row) => ({ ...row, hasPrerequisite: Boolean(row.hasPrerequisite), content: StoredSurvey.parse(row.content) }))
}

/** Counted in SQL: a list must not load every question of every survey. */
const questionCount = () => sql<number>`(
  select coalesce(sum(jsonb_array_length(
    jsonb_path_query_array(survey_stage.content, '$.pages[*].questions[*] ? (@.disabled == false)')
  )), 0)::int
  from survey_stage where survey_stage.survey_id = survey.id and survey_stage.position is not null)`

const answerCount = (personId: number) => sql<number>`(
  select count(*)::int from stage_answer join survey_stage on survey_stage.id = stage_answer.stage_id
  where survey_stage.survey_id = survey.id and survey_stage.position is not null and stage_answer.person_id = ${personId})`

export type StageRow = { id: number; content: StoredStage }

/** In the order in which they are taken. */
export async function findStages(db: Db, surveyId: number): Promise<StageRow[]> {
  const rows = await db
    .selectFrom('survey_stage')
    .select(['id', 'content'])
    .where('survey_id', '=', surveyId)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.map(({ id, content }) => ({ id, content: StoredStage.parse(content) }))
}

export async function findSurveyOf(db: Db, stageId: number): Promise<number | null> {
  const row = await db
    .selectFrom('survey_stage')
    .select('survey_id')
    .where('id', '=', stageId)
    .where('position', 'is not', null)
    .executeTakeFirst()
  return row?.survey_id ?? null
}

export async function findSurveyKey(db: Db, surveyId: number): Promise<string> {
  return (await db.selectFrom('survey').select('key').where('id', '=', surveyId).executeTakeFirstOrThrow()).key
}

type OpenedSurvey = { personId: number; surveyId: number; survey: string }
type OpenedQuery = {
  /** Surveys that opened after `after` and until `now`. */ after: Date
  now: Date
  afterId: number
  limit: number
}

const takers = Role.options.filter((role) => roleMay(role, 'surveys.take'))
const mentors = takers.filter(isMentor)
const mentees = takers.filter((role) => !isMentor(role))

/** Surveys that opened for people who were already registered and have not started them, by person, with translated names. */
export async function findOpened(db: Db, { after, now, afterId, limit }: OpenedQuery): Promise<OpenedSurvey[]> {
  const opensAt = sql`greatest(survey.published_at, earlier.completed_at + survey.after_days * interval '1 day')`
  const { rows } = await sql<{ personId: number; language: string; surveyId: number; content: unknown }>`
    select person.id as "personId", person.language_code as language, survey.id as "surveyId", survey.content
    from person
    join experience on experience.person_id = person.id and experience.survey = 'use'
    join survey on person.role = any (case survey.audience
      when 'mentors' then ${mentors}::text[] when 'mentees' then ${mentees}::text[] else ${takers}::text[] end)
    left join survey_response earlier on earlier.survey_id = survey.after_survey_id and earlier.person_id = person.id
    where person.id > ${afterId} and person.deleted_at is null and person.disabled_at is null
      and (survey.after_survey_id is null or earlier.completed_at is not null)
      and (survey.closes_at is null or survey.closes_at > ${now})
      and ${opensAt} > ${after} and ${opensAt} <= ${now} and person.created_at < ${opensAt}
      and not exists (select from survey_response own where own.survey_id = survey.id and own.person_id = person.id)
      and (not exists (select from survey_project allowed where allowed.survey_id = survey.id) or exists (
        select from survey_project allowed where allowed.survey_id = survey.id and allowed.project_id = person.project_id))
    order by person.id, survey.position, survey.id
    limit ${limit}`.execute(db)
  return rows.map(({ personId, language, surveyId, content }) => ({
    personId,
    surveyId,
    survey: readIn(language, StoredSurvey.parse(content).name).locale,
  }))
}
