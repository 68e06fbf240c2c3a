import { WORK_PRESENCE_SECONDS } from '@saathi/contract/worklist/calls'
import type { Db } from '#core/ctx.ts'

const since = (now: Date): Date => new Date(now.getTime() - WORK_PRESENCE_SECONDS * 1000)

/** Colleagues who have these rows open; never the reader. */
export async function findReaders(db: Db, itemIds: readonly number[], readerId: number, now: Date) {
  if (itemIds.length === 0) return []
  return db
    .selectFrom('work_presence')
    .innerJoin('person', 'person.id', 'work_presence.person_id')
    .select(['item_id as itemId', 'person.id', 'person.first_name as firstName', 'person.last_name as lastName'])
    .where('item_id', 'in', itemIds)
    .where('person.id', '<>', readerId)
    .where('seen_at', '>', since(now))
    .orderBy('person.id')
    .limit(20 * itemIds.length)
    .execute()
}

type Presence = { itemId: number; personId: number }

export async function isPresent(db: Db, { itemId, personId }: Presence, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('work_presence')
    .select('item_id')
    .where('item_id', '=', itemId)
    .where('person_id', '=', personId)
    .where('seen_at', '>', since(now))
    .executeTakeFirst()
  return row !== undefined
}

export async function savePresence(db: Db, { itemId, personId }: Presence, now: Date): Promise<void> {
  await db
    .insertInto('work_presence')
    .values({ item_id: itemId, person_id: personId, seen_at: now })
    .onConflict((conflict) => conflict.columns(['item_id', 'person_id']).doUpdateSet({ seen_at: now }))
    .execute()
}

export async function deletePresence(db: Db, { itemId, personId }: Presence): Promise<void> {
  await db.deleteFrom('work_presence').where('item_id', '=', itemId).where('person_id', '=', personId).execute()
}
