import type { Db } from '#core/ctx.ts'

export async function findComments(db: Db, draftId: number) {
  return db
    .selectFrom('draft_comment')
    .select(['id', 'body', 'written_by as writtenBy', 'written_at as writtenAt', 'done_at as doneAt'])
    .where('draft_id', '=', draftId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

export async function countOpenComments(db: Db, draftId: number): Promise<number> {
  const open = db.selectFrom('draft_comment').where('draft_id', '=', draftId).where('done_at', 'is', null)
  return (await open.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst())?.count ?? 0
}

type NewComment = { draftId: number; body: string; by: number; at: Date }

export async function insertComment(db: Db, { draftId, body, by, at }: NewComment): Promise<void> {
  await db.insertInto('draft_comment').values({ draft_id: draftId, body, written_by: by, written_at: at }).execute()
}

/** False if the draft has no such comment. */
export async function updateDone(
  db: Db,
  { draftId, id, doneAt }: { draftId: number; id: number; doneAt: Date | null },
): Promise<boolean> {
  const comment = db.updateTable('draft_comment').set({ done_at: doneAt }).where('draft_id', '=', draftId)
  return (await comment.where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
}

/** False if there is no such programme. */
export async function updateReviewNeeded(db: Db, projectId: number, isNeeded: boolean): Promise<boolean> {
  const project = db.updateTable('project').set({ reviews_content: isNeeded }).where('id', '=', projectId)
  return (await project.returning('id').executeTakeFirst()) !== undefined
}

/** For the export of a colleague's own data. */
export async function findCommentsBy(db: Db, personId: number): Promise<{ text: string; at: Date }[]> {
  const own = db.selectFrom('draft_comment').select(['body as text', 'written_at as at'])
  return own.where('written_by', '=', personId).orderBy('id').execute()
}
