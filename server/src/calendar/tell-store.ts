import type { Db } from '#core/ctx.ts'
import { readersOf } from './reader-store.ts'
import type { EventRow } from './store.ts'

/** As much of an occurrence as those need who are told of it. */
export type ToldEvent = Pick<
  EventRow,
  'id' | 'mentorshipId' | 'title' | 'description' | 'at' | 'isPairGroupCall' | 'sessionUuid' | 'version' | 'cancelledAt'
>

/** Those of them that are yet to come, the next first; cancelled ones too. */
export async function findComing(db: Db, ids: readonly number[], now: Date): Promise<ToldEvent[]> {
  return (await findTold(db, ids)).filter(({ at }) => at > now)
}

export function findTold(db: Db, ids: readonly number[]): Promise<ToldEvent[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('calendar_event')
    .select([
      'id',
      'mentorship_id as mentorshipId',
      'title',
      'description',
      'scheduled_at as at',
      'is_pair_group_call as isPairGroupCall',
      'session_uuid as sessionUuid',
      'version',
      'cancelled_at as cancelledAt',
    ])
    .where('id', 'in', ids)
    .orderBy('scheduled_at')
    .orderBy('id')
    .execute()
}

/** Nobody is told what they could not read. */
export async function findReaders(db: Db, mentorshipId: number): Promise<number[]> {
  const rows = await readersOf(db)
    .select('member.person_id as personId')
    .where('member.mentorship_id', '=', mentorshipId)
    .orderBy('member.person_id')
    .execute()
  return rows.map(({ personId }) => personId)
}
