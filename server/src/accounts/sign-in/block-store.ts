import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type TryKey = { addressHash: Buffer; ipHash: Buffer }
export type TryWindows = { here: Date; anywhere: Date; until: Date }
export type TryCounts = { fromHere: number; fromAnywhere: number }

/** Stands in for a client's hash in a block for all clients. */
const allClients = Buffer.alloc(0)

/** `latest`: blocks that end after this were created before a clock change, and are ignored. */
export async function findBlockEnd(
  db: Db,
  { addressHash, ipHash }: TryKey,
  { now, latest }: { now: Date; latest: Date },
): Promise<Date | null> {
  const row = await db
    .selectFrom('sign_in_block')
    .select('ends_at')
    .where('address_hash', '=', addressHash)
    .where('ip_hash', 'in', [ipHash, allClients])
    .where('ends_at', '>', now)
    .where('ends_at', '<=', latest)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ends_at ?? null
}

export async function insertTry(db: Db, { addressHash, ipHash }: TryKey, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('sign_in_try')
    .values({ address_hash: addressHash, ip_hash: ipHash, tried_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countTries(db: Db, { addressHash, ipHash }: TryKey, since: TryWindows): Promise<TryCounts> {
  return db
    .selectFrom('sign_in_try')
    .select(({ fn }) => [
      fn.countAll<number>().as('fromAnywhere'),
      sql<number>`count(*) filter (where ip_hash = ${ipHash} and tried_at > ${since.here})`.as('fromHere'),
    ])
    .where('address_hash', '=', addressHash)
    .where('tried_at', '>', since.anywhere)
    .where('tried_at', '<=', since.until)
    .executeTakeFirstOrThrow()
}

export async function saveBlock(db: Db, { addressHash, ipHash }: TryKey, endsAt: Date): Promise<void> {
  await db
    .insertInto('sign_in_block')
    .values({ address_hash: addressHash, ip_hash: ipHash, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.columns(['address_hash', 'ip_hash']).doUpdateSet(({ ref }) => ({ ends_at: ref('excluded.ends_at') })),
    )
    .execute()
}

export const forAllClients = ({ addressHash }: TryKey): TryKey => ({ addressHash, ipHash: allClients })

/** Deletes this try, or all tries from this client, and every block for which too few tries then remain. */
export async function deleteTries(
  db: Db,
  { addressHash, ipHash }: TryKey,
  tries: { id: number } | 'from here',
  { since, most }: { since: TryWindows; most: TryCounts },
): Promise<void> {
  const isDeleted = tries === 'from here' ? sql`ip_hash = ${ipHash}` : sql`id = ${tries.id}`
  // All parts of one statement see the table as it was before, so the deleted tries must be excluded from the count.
  const left = sql`from sign_in_try
    where address_hash = ${addressHash} and not (${isDeleted}) and tried_at <= ${since.until}`
  await sql`
    with taken_back as (delete from sign_in_try where address_hash = ${addressHash} and ${isDeleted})
    delete from sign_in_block where address_hash = ${addressHash} and (
      (ip_hash = ${ipHash} and ${most.fromHere} > (select count(*) ${left} and ip_hash = ${ipHash} and tried_at > ${since.here}))
      or (ip_hash = ${allClients} and ${most.fromAnywhere} > (select count(*) ${left} and tried_at > ${since.anywhere})))`.execute(
    db,
  )
}

export async function deleteEverythingAgainst(db: Db, addressHash: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_try').where('address_hash', '=', addressHash).execute()
  await db.deleteFrom('sign_in_block').where('address_hash', '=', addressHash).execute()
}

export async function deleteOldTries(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('sign_in_try').select('id').where('tried_at', '<', before).limit(limit)
  const result = await db.deleteFrom('sign_in_try').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteEndedBlocks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_block').where('ends_at', '<=', now).execute()
}
