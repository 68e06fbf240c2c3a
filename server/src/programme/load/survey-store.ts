import type { Db } from '#core/ctx.ts'
import type { StoredStage, StoredSurvey, Texts } from '#content/public.ts'
import type { SurveyFile } from '../format/questionnaire.ts'

export type SurveyRow = {
  key: string
  position: number
  content: StoredSurvey
  iconHash: string | null
  backgroundHash: string | null
  minutes: number
  audience: SurveyFile['audience']
  closesInDays: number | null
  closesAt: Date | null
}

/** The closing date is kept unless the number of days changes. */
export async function saveSurveys(db: Db, surveys: readonly SurveyRow[], now: Date): Promise<Map<string, number>> {
  if (surveys.length === 0) return new Map()
  const rows = await db
    .insertInto('survey')
    .values(
      surveys.map((survey) => ({
        key: survey.key,
        position: survey.position,
        content: JSON.stringify(survey.content),
        icon_hash: survey.iconHash,
        background_hash: survey.backgroundHash,
        minutes: survey.minutes,
        audience: survey.audience,
        closes_in_days: survey.closesInDays,
        closes_at: survey.closesAt,
        published_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref, eb }) => ({
        position: ref('excluded.position'),
        content: ref('excluded.content'),
        icon_hash: ref('excluded.icon_hash'),
        background_hash: ref('excluded.background_hash'),
        minutes: ref('excluded.minutes'),
        audience: ref('excluded.audience'),
        closes_in_days: ref('excluded.closes_in_days'),
        closes_at: eb
          .case()
          .when('survey.closes_in_days', 'is not distinct from', ref('excluded.closes_in_days'))
          .then(ref('survey.closes_at'))
          .else(ref('excluded.closes_at'))
          .end(),
      })),
    )
    .returning(['id', 'key'])
    .execute()
  return new Map(rows.map(({ id, key }) => [key, id]))
}

export async function updateAfter(db: Db, surveyId: number, after: { surveyId: number; days: number } | null): Promise<void> {
  await db
    .updateTable('survey')
    .set({ after_survey_id: after?.surveyId ?? null, after_days: after?.days ?? 0 })
    .where('id', '=', surveyId)
    .execute()
}

export async function replaceSurveyProjects(
  db: Db,
  surveyIds: readonly number[],
  rows: readonly { surveyId: number; projectId: number }[],
): Promise<void> {
  if (surveyIds.length === 0) return
  await db.deleteFrom('survey_project').where('survey_id', 'in', surveyIds).execute()
  if (rows.length === 0) return
  await db
    .insertInto('survey_project')
    .values(rows.map(({ surveyId, projectId }) => ({ survey_id: surveyId, project_id: projectId })))
    .execute()
}

export type StageRow = { surveyId: number; key: string; position: number; content: StoredStage }
export type LoadedStage = { id: number; surveyId: number; key: string; position: number | null }

export async function saveStages(db: Db, stages: readonly StageRow[]): Promise<LoadedStage[]> {
  if (stages.length === 0) return []
  return db
    .insertInto('survey_stage')
    .values(
      stages.map(({ surveyId, key, position, content }) => ({
        survey_id: surveyId,
        key,
        position,
        content: JSON.stringify(content),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['survey_id', 'key'])
        .doUpdateSet(({ ref }) => ({ position: ref('excluded.position'), content: ref('excluded.content') })),
    )
    .returning(['id', 'survey_id as surveyId', 'key', 'position'])
    .execute()
}

/** Deletes removed stages without answers. Stages with answers are only hidden, and return if their key comes back. */
export async function removeOtherStages(db: Db, surveyIds: readonly number[], remaining: readonly number[]): Promise<void> {
  if (surveyIds.length === 0) return
  await db
    .deleteFrom('survey_stage')
    .where('survey_id', 'in', surveyIds)
    .where('id', 'not in', remaining)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stage_response').select('person_id').whereRef('stage_id', '=', 'survey_stage.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stage_answer').select('person_id').whereRef('stage_id', '=', 'survey_stage.id'))),
    )
    .execute()
  await db
    .updateTable('survey_stage')
    .set({ position: null })
    .where('survey_id', 'in', surveyIds)
    .where('id', 'not in', remaining)
    .execute()
}

/** Areas no longer in the folder are kept, because people have scores in them. */
export async function saveReadinessAreas(
  db: Db,
  areas: readonly { key: string; position: number; name: Texts }[],
): Promise<void> {
  if (areas.length === 0) return
  await db
    .insertInto('readiness_area')
    .values(areas.map(({ key, position, name }) => ({ key, position, name: JSON.stringify(name) })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({ position: ref('excluded.position'), name: ref('excluded.name') })),
    )
    .execute()
}
