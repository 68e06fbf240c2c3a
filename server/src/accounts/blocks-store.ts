import type { Db } from '#core/ctx.ts'

/** Two people of whom one has blocked the other. */
export type BlockedPair = readonly [number, number]

/** All blocks among these people, without saying who blocked whom. */
export async function findBlockedPairs(db: Db, personIds: readonly number[]): Promise<BlockedPair[]> {
  if (personIds.length < 2) return []
  const rows = await db
    .selectFrom('person_block')
    .select(['person_id', 'blocked_id'])
    .where('person_id', 'in', personIds)
    .where('blocked_id', 'in', personIds)
    .execute()
  return rows.map(({ person_id, blocked_id }) => [person_id, blocked_id])
}

export type Block = { personId: number; blockedId: number }

/** False if it exists already. Channels that both belong to are locked until the commit. */
export async function insertBlock(db: Db, { personId, blockedId }: Block, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('person_block')
    .values({ person_id: personId, blocked_id: blockedId, blocked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False if there is none. */
export async function deleteBlock(db: Db, { personId, blockedId }: Block): Promise<boolean> {
  const result = await db
    .deleteFrom('person_block')
    .where('person_id', '=', personId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

const MAX_BLOCKS = 500

/** Newest first. */
export function findBlocksOf(db: Db, personId: number) {
  return db
    .selectFrom('person_block')
    .innerJoin('person', 'person.id', 'person_block.blocked_id')
    .select([
      'person.id as personId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.deleted_at as deletedAt',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
      'person_block.blocked_at as blockedAt',
    ])
    .where('person_block.person_id', '=', personId)
    .orderBy('person_block.blocked_at', 'desc')
    .orderBy('person.id')
    .limit(MAX_BLOCKS)
    .execute()
}

/** When an account is deleted: its blocks in both directions. */
export async function deleteBlocksOf(db: Db, personId: number): Promise<void> {
  await db
    .deleteFrom('person_block')
    .where(({ or, eb }) => or([eb('person_id', '=', personId), eb('blocked_id', '=', personId)]))
    .execute()
  await db.deleteFrom('look_delay').where('person_id', '=', personId).execute()
}
