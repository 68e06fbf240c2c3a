import type { NoticeKind, QuietHours } from '@saathi/contract/notices/entities'
import type { Db } from '#core/ctx.ts'

/** Null if the person has chosen nothing. */
export async function findQuietHours(db: Db, personId: number): Promise<QuietHours | null> {
  const row = await db
    .selectFrom('notice_quiet_hours')
    .select(['is_on as isOn', 'begins', 'ends'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  // The database adds seconds.
  return row ? { isOn: row.isOn, from: row.begins.slice(0, 5), until: row.ends.slice(0, 5) } : null
}

export async function upsertQuietHours(db: Db, personId: number, { isOn, from, until }: QuietHours): Promise<void> {
  const chosen = { is_on: isOn, begins: from, ends: until }
  await db
    .insertInto('notice_quiet_hours')
    .values({ person_id: personId, ...chosen })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(chosen))
    .execute()
}

/** Unread notices that wait to be mailed and were written before this time, oldest first. */
export function findMailWaiting(db: Db, personId: number, kind: NoticeKind, before: Date) {
  return db
    .selectFrom('notice')
    .select(['id', 'template', 'text_values as values', 'link'])
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('mail_waits', '=', true)
    .where('read_at', 'is', null)
    .where('created_at', '<=', before)
    .orderBy('id')
    .execute()
}

/** `mailedAt`: null if it will not be mailed after all. */
export async function updateMailed(db: Db, ids: readonly number[], mailedAt: Date | null): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('notice').set({ mail_waits: false, mailed_at: mailedAt }).where('id', 'in', ids).execute()
}

export async function findLastMailed(db: Db, personId: number, kind: NoticeKind): Promise<Date | null> {
  const row = await db
    .selectFrom('notice')
    .select('mailed_at as mailedAt')
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('mailed_at', 'is not', null)
    .orderBy('mailed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.mailedAt ?? null
}

export async function updatePushWaits(db: Db, id: number): Promise<void> {
  await db.updateTable('notice').set({ push_waits: true }).where('id', '=', id).execute()
}

/** Returns the unread notices that waited and clears their flag. */
export async function takePushWaiting(db: Db, personId: number): Promise<number[]> {
  const rows = await db
    .updateTable('notice')
    .set({ push_waits: false })
    .where('person_id', '=', personId)
    .where('push_waits', '=', true)
    .returning(['id', 'read_at as readAt'])
    .execute()
  return rows.flatMap(({ id, readAt }) => (readAt === null ? [id] : [])).toSorted((a, b) => a - b)
}
