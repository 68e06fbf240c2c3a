import { createHash } from 'node:crypto'
import { type ClientError, ClientErrorKind } from '@saathi/contract/core/client-errors'
import { sql } from 'kysely'
import type { Db } from '../ctx.ts'

/** However many different failures are reported, the table stays this small. */
export const MOST_KEPT = 1_000
const MOST_LISTED = 100

const fingerprintOf = ({ kind, route, name, message, version }: ClientError): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, route, name, message, version]))
    .digest()

/** A failure that is known is counted; a new one is stored while there is room. */
export async function countReports(db: Db, reports: readonly ClientError[], now: Date): Promise<void> {
  const rows = reports.map((report) => ({ report, fingerprint: fingerprintOf(report) }))
  // In one order for everybody, so that two who report the same failures do not wait for each other.
  for (const { report, fingerprint } of rows.toSorted((one, other) => Buffer.compare(one.fingerprint, other.fingerprint))) {
    const { kind, route, name, message, version } = report
    await sql`
      insert into client_error as known (fingerprint, kind, route, name, message, version, first_at, last_at)
      select ${fingerprint}::bytea, ${kind}, ${route}, ${name}, ${message}, ${version}, ${now}::timestamptz, ${now}::timestamptz
      where exists (select from client_error where fingerprint = ${fingerprint})
        or (select count(*) from client_error) < ${MOST_KEPT}
      on conflict (fingerprint) do update set count = known.count + 1, last_at = excluded.last_at`.execute(db)
  }
}

export async function findLatest(db: Db, kind: ClientErrorKind | undefined) {
  let query = db.selectFrom('client_error').selectAll().orderBy('last_at', 'desc').orderBy('fingerprint').limit(MOST_LISTED)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  const rows = await query.execute()
  return rows.flatMap(({ kind: stored, route, name, message, version, count, first_at, last_at }) => {
    // A kind of a later version means nothing to this one.
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

/** Those that were last seen before this day, and of the rest all but the latest `most`. */
export async function deleteOldReports(db: Db, before: Date, most: number): Promise<void> {
  await db.deleteFrom('client_error').where('last_at', '<', before).execute()
  const latest = db.selectFrom('client_error').select('fingerprint').orderBy('last_at', 'desc').limit(most)
  await db.deleteFrom('client_error').where('fingerprint', 'not in', latest).execute()
}
