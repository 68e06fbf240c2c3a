import { createHash } from 'node:crypto'
import { type ClientError, ClientErrorKind } from '@saathi/contract/core/client-errors'
import { sql } from 'kysely'
import type { Db } from '../ctx.ts'

/** Upper bound of the table, however many different failures are reported. */
export const MAX_STORED = 1_000
const MAX_LISTED = 100

const fingerprintOf = ({ kind, route, name, message, version }: ClientError): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, route, name, message, version]))
    .digest()

/** Counts a known failure; stores a new one while there is room. */
export async function countReports(db: Db, reports: readonly ClientError[], now: Date): Promise<void> {
  const rows = reports.map((report) => ({ report, fingerprint: fingerprintOf(report) }))
  // In a fixed order, so that concurrent reports of the same failures cannot deadlock.
  for (const { report, fingerprint } of rows.toSorted((one, other) => Buffer.compare(one.fingerprint, other.fingerprint))) {
    const { kind, route, name, message, version } = report
    await sql`
      insert into client_error as known (fingerprint, kind, route, name, message, version, first_at, last_at)
      select ${fingerprint}::bytea, ${kind}, ${route}, ${name}, ${message}, ${version}, ${now}::timestamptz, ${now}::timestamptz
      where exists (select from client_error where fingerprint = ${fingerprint})
        or (select count(*) from client_error) < ${MAX_STORED}
      on conflict (fingerprint) do update set count = known.count + 1, last_at = excluded.last_at`.execute(db)
  }
}

export async function findLatest(db: Db, kind: ClientErrorKind | undefined) {
  let query = db.selectFrom('client_error').selectAll().orderBy('last_at', 'desc').orderBy('fingerprint').limit(MAX_LISTED)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  const rows = await query.execute()
  return rows.flatMap(({ kind: stored, route, name, message, version, count, first_at, last_at }) => {
    // A kind from a later version is skipped.
    const known = ClientErrorKind.safeParse(stored)
    if (!known.success) return []
    const times = { firstAt: first_at.toISOString(), lastAt: last_at.toISOString() }
    return [{ kind: known.data, route, name, message, version, count, ...times }]
  })
}

export async function countKinds(db: Db) {
  const rows = await db
    .selectFrom('client_error')
    .select(['kind', ({ fn }) => fn.sum<string>('count').as('count'), ({ fn }) => fn.max('last_at').as('lastAt')])
    .groupBy('kind')
    .orderBy('lastAt', 'desc')
    .execute()
  return rows.flatMap(({ kind, count, lastAt }) => {
    const known = ClientErrorKind.safeParse(kind)
    return known.success ? [{ kind: known.data, count: Number(count), lastAt: lastAt.toISOString() }] : []
  })
}

/** Deletes reports last seen before this day, and all but the latest `most` of the rest. */
export async function deleteOldReports(db: Db, before: Date, most: number): Promise<void> {
  await db.deleteFrom('client_error').where('last_at', '<', before).execute()
  const latest = db.selectFrom('client_error').select('fingerprint').orderBy('last_at', 'desc').limit(most)
  await db.deleteFrom('client_error').where('fingerprint', 'not in', latest).execute()
}
