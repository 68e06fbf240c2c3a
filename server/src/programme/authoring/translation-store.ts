import type { Db } from '#core/ctx.ts'

type Place = { draftId: number; language: string; part: string; path: string }

export async function findRows(db: Db, draftId: number, language: string) {
  return db
    .selectFrom('draft_translation')
    .select(['part', 'path', 'source', 'body', 'revision', 'changed_at as changedAt', 'changed_by as changedBy'])
    .where('draft_id', '=', draftId)
    .where('language_code', '=', language)
    .execute()
}

type NewRow = Place & { source: string; body: string; draftRevision: number; by: number; at: Date }

export async function saveRow(
  db: Db,
  { draftId, language, part, path, source, body, draftRevision, by, at }: NewRow,
): Promise<void> {
  const words = { source, body, draft_revision: draftRevision, changed_by: by, changed_at: at }
  await db
    .insertInto('draft_translation')
    .values({ draft_id: draftId, language_code: language, part, path, revision: 1, ...words })
    .onConflict((conflict) =>
      conflict
        .columns(['draft_id', 'language_code', 'part', 'path'])
        .doUpdateSet(({ eb }) => ({ ...words, revision: eb('draft_translation.revision', '+', 1) })),
    )
    .execute()
}

export async function deleteRow(db: Db, { draftId, language, part, path }: Place): Promise<void> {
  const row = db.deleteFrom('draft_translation').where('draft_id', '=', draftId).where('language_code', '=', language)
  await row.where('part', '=', part).where('path', '=', path).execute()
}
