import { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { Db } from '#core/ctx.ts'

export type PartingRow = { id: string; provider: CalendarProvider; sealed: Buffer; partedAt: Date }

export async function insertParting(db: Db, { id, provider, sealed, partedAt }: PartingRow): Promise<void> {
  await db.insertInto('calendar_parting').values({ id, provider, sealed, parted_at: partedAt }).execute()
}

export async function findParting(db: Db, id: string): Promise<PartingRow | null> {
  const row = await db
    .selectFrom('calendar_parting')
    .select(['id', 'provider', 'sealed', 'parted_at as partedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, provider: CalendarProvider.parse(row.provider) } : null
}

export async function updateParting(db: Db, id: string, sealed: Buffer): Promise<void> {
  await db.updateTable('calendar_parting').set({ sealed }).where('id', '=', id).execute()
}

export async function deleteParting(db: Db, id: string): Promise<void> {
  await db.deleteFrom('calendar_parting').where('id', '=', id).execute()
}

export async function deleteOldPartings(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('calendar_parting').where('parted_at', '<', before).execute()
}
