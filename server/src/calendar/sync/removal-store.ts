import { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { Db } from '#core/ctx.ts'

export type RemovalRow = { id: string; provider: CalendarProvider; sealed: Buffer; requestedAt: Date }

export async function insertRemoval(db: Db, { id, provider, sealed, requestedAt }: RemovalRow): Promise<void> {
  await db.insertInto('calendar_parting').values({ id, provider, sealed, parted_at: requestedAt }).execute()
}

export async function findRemoval(db: Db, id: string): Promise<RemovalRow | null> {
  const row = await db
    .selectFrom('calendar_parting')
    .select(['id', 'provider', 'sealed', 'parted_at as requestedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, provider: CalendarProvider.parse(row.provider) } : null
}

export async function updateRemoval(db: Db, id: string, sealed: Buffer): Promise<void> {
  await db.updateTable('calendar_parting').set({ sealed }).where('id', '=', id).execute()
}

export async function deleteRemoval(db: Db, id: string): Promise<void> {
  await db.deleteFrom('calendar_parting').where('id', '=', id).execute()
}

export async function deleteOldRemovals(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('calendar_parting').where('parted_at', '<', before).execute()
}
