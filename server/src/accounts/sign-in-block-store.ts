import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type Guarded = { addressHash: Buffer; ipHash: Buffer }
export type Since = { here: Date; anywhere: Date; until: Date }
export type Counts = { fromHere: number; fromAnywhere: number }

/** In the place of a client's hash: towards everybody. */
const everybody = Buffer.alloc(0)

/** `latest`: one that would last longer was made before the clock was set back, and nobody should wait for it. */
export async function findBlockEnd(
  db: Db,
  { addressHash, ipHash }: Guarded,
  { now, latest }: { now: Date; latest: Date },
): Promise<Date | null> {
  const row = await db
    .selectFrom('sign_in_block')
    .select('ends_at')
    .where('address_hash', '=', addressHash)
    .where('ip_hash', 'in', [ipHash, everybody])
    .where('ends_at', '>', now)
    .where('ends_at', '<=', latest)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ends_at ?? null
}

export async function insertTry(db: Db, { addressHash, ipHash }: Guarded, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('sign_in_try')
    .values({ address_hash: addressHash, ip_hash: ipHash, tried_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countTries(db: Db, { addressHash, ipHash }: Guarded, since: Since): Promise<Counts> {
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

export async function saveBlock(db: Db, { addressHash, ipHash }: Guarded, endsAt: Date): Promise<void> {
  await db
    .insertInto('sign_in_block')
    .values({ address_hash: addressHash, ip_hash: ipHash, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.columns(['address_hash', 'ip_hash']).doUpdateSet(({ ref }) => ({ ends_at: ref('excluded.ends_at') })),
    )
    .execute()
}

export const towardsEverybody = ({ addressHash }: Guarded): Guarded => ({ addressHash, ipHash: everybody })

/** Takes back this one try, or all from this client, and with them every block that then has too few tries behind it. */
export async function deleteTries(
  db: Db,
  { addressHash, ipHash }: Guarded,
  what: { id: number } | 'from here',
  { since, most }: { since: Since; most: Counts },
): Promise<void> {
  const isTakenBack = what === 'from here' ? sql`ip_hash = ${ipHash}` : sql`id = ${what.id}`
  // One statement: its parts all see the table as it was before, so what is taken back is left out of the count by name.
  const left = sql`from sign_in_try
    where address_hash = ${addressHash} and not (${isTakenBack}) and tried_at <= ${since.until}`
  await sql`
    with taken_back as (delete from sign_in_try where address_hash = ${addressHash} and ${isTakenBack})
    delete from sign_in_block where address_hash = ${addressHash} and (
      (ip_hash = ${ipHash} and ${most.fromHere} > (select count(*) ${left} and ip_hash = ${ipHash} and tried_at > ${since.here}))
      or (ip_hash = ${everybody} and ${most.fromAnywhere} > (select count(*) ${left} and tried_at > ${since.anywhere})))`.execute(
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
