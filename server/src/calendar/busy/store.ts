import { merge, type Span } from '@saathi/contract/calendar/spans'
import { DAY_MS, MINUTE_MS } from '@saathi/contract/core/time'
import type { Db } from '#core/ctx.ts'
import { readersOf } from '../reader-store.ts'

/** They are read again after this time. */
const FRESH_MS = 55 * MINUTE_MS
/** After this time they no longer count and are deleted. */
const EXPIRE_MS = DAY_MS

/** Active connections whose owner allows it and that were not read lately. Nothing is read for people who cannot plan events. */
const dueQuery = (db: Db, now: Date) =>
  db
    .selectFrom('calendar_integration')
    .select('id')
    .where('busy_since', 'is not', null)
    .where('unlinked_at', 'is', null)
    .where('state', '!=', 'revoked')
    .where(({ or, eb }) => or([eb('busy_read_at', 'is', null), eb('busy_read_at', '<', new Date(now.getTime() - FRESH_MS))]))
    .where('person_id', 'in', readersOf(db).select('member.person_id'))

export async function findDue(db: Db, now: Date, { after, limit }: { after: number; limit: number }): Promise<number[]> {
  const rows = await dueQuery(db, now).where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

export async function isDue(db: Db, now: Date, id: number): Promise<boolean> {
  return (await dueQuery(db, now).where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Turning it off deletes what was read. */
export async function updateBusyAllowed(db: Db, id: number, since: Date | null): Promise<void> {
  await db.updateTable('calendar_integration').set({ busy_since: since, busy_read_at: null }).where('id', '=', id).execute()
  if (since === null) await deleteBusy(db, id)
}

async function deleteBusy(db: Db, id: number): Promise<void> {
  await db.deleteFrom('calendar_busy').where('integration_id', '=', id).execute()
}

/** Replaces what was read before, unless the owner has turned it off in the meantime. */
export async function replaceBusy(db: Db, id: number, spans: readonly Span[], now: Date): Promise<void> {
  const row = await db
    .updateTable('calendar_integration')
    .set({ busy_read_at: now })
    .where('id', '=', id)
    .where('busy_since', 'is not', null)
    .where('unlinked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!row) return
  await deleteBusy(db, id)
  const rows = merge(spans).map(({ from, until }) => ({
    integration_id: id,
    from_at: new Date(from),
    until_at: new Date(until),
  }))
  if (rows.length > 0) await db.insertInto('calendar_busy').values(rows).execute()
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const old = db
    .selectFrom('calendar_integration')
    .select('id')
    .where('busy_read_at', '<', new Date(now.getTime() - EXPIRE_MS))
  await db.deleteFrom('calendar_busy').where('integration_id', 'in', old).execute()
}

/** When these people are busy in their own calendars. */
export async function findBusyOf(
  db: Db,
  personIds: readonly number[],
  window: Span,
  now: Date,
): Promise<(Span & { personId: number })[]> {
  if (personIds.length === 0) return []
  const rows = await db
    .selectFrom('calendar_busy as busy')
    .innerJoin('calendar_integration as integration', 'integration.id', 'busy.integration_id')
    .select(['integration.person_id as personId', 'busy.from_at as from', 'busy.until_at as until'])
    .where('integration.person_id', 'in', personIds)
    .where('integration.unlinked_at', 'is', null)
    .where('integration.busy_read_at', '>=', new Date(now.getTime() - EXPIRE_MS))
    .where('busy.until_at', '>', new Date(window.from))
    .where('busy.from_at', '<', new Date(window.until))
    .orderBy('busy.from_at')
    .execute()
  return rows.map(({ personId, from, until }) => ({ personId, from: from.getTime(), until: until.getTime() }))
}

/** For the export of a person's data. */
export function findStoredBusy(db: Db, personId: number) {
  return db
    .selectFrom('calendar_busy as busy')
    .innerJoin('calendar_integration as integration', 'integration.id', 'busy.integration_id')
    .select(['busy.from_at as from', 'busy.until_at as until'])
    .where('integration.person_id', '=', personId)
    .orderBy('busy.from_at')
    .execute()
}
