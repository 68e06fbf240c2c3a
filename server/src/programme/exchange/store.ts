import type { Db } from '#core/ctx.ts'

/** Keys of sessions with changes that are not published. */
export async function findChangedDrafts(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('draft')
    .select('key')
    .where('kind', '=', 'session')
    .whereRef('revision', '<>', 'published_revision')
    .execute()
  return new Set(rows.map(({ key }) => key))
}
