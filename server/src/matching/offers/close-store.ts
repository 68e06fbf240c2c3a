import type { Db } from '#core/ctx.ts'
import type { OfferState } from '../lock-store.ts'

export type Ending = {
  state: Exclude<OfferState, 'proposed' | 'issued' | 'chosen' | 'held'>
  endedBy?: 'mentor' | 'mentee' | 'staff' | null
}

export async function updateOffersEnded(
  db: Db,
  ids: readonly number[],
  { state, endedBy = null }: Ending,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('match_offer')
    .set({ state, ended_by: endedBy, ended_at: now })
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .where('ended_at', 'is', null)
    .execute()
}

/** Releases the group places of these offers. */
export async function deletePlacesOf(db: Db, offerIds: readonly number[]): Promise<void> {
  if (offerIds.length === 0) return
  await db.deleteFrom('match_group_place').where('offer_id', 'in', offerIds).execute()
}

/** Ends groups that have no members left. */
export async function updateEmptyGroupsEnded(db: Db, mentorIds: readonly number[], now: Date): Promise<void> {
  if (mentorIds.length === 0) return
  await db
    .updateTable('match_group')
    .set({ ended_at: now })
    .where('mentor_id', 'in', mentorIds)
    .where('ended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('match_group_place').select('place').whereRef('group_id', '=', 'match_group.id'))),
    )
    .execute()
}
