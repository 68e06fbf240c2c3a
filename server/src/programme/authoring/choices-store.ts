import type { Db } from '#core/ctx.ts'

export async function findTagNames(db: Db, language: string): Promise<{ key: string; name: string }[]> {
  return db
    .selectFrom('tag')
    .leftJoin('tag_text', (join) => join.onRef('tag_text.tag_key', '=', 'tag.key').on('tag_text.language_code', '=', language))
    .select(({ fn }) => ['tag.key', fn.coalesce('tag_text.name', 'tag.name').as('name')])
    .orderBy('name')
    .execute()
}

export const findReadinessAreas = (db: Db) =>
  db.selectFrom('readiness_area').select(['key', 'name']).orderBy('position').orderBy('key').execute()

/** The criteria of each plan; the same criterion may be in several. */
export async function findPlanCriteria(db: Db): Promise<unknown[]> {
  return (await db.selectFrom('match_plan').select('criteria').orderBy('project_id').execute()).map(({ criteria }) => criteria)
}
