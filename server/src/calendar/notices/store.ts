import type { Db } from '#core/ctx.ts'
import { readersOf } from '../reader-store.ts'
import type { EventRow } from '../store.ts'

/** The fields of an occurrence that notices need. */
export type NoticeEvent = Pick<
  EventRow,
  'id' | 'mentorshipId' | 'title' | 'description' | 'at' | 'isPairGroupCall' | 'sessionUuid' | 'version' | 'cancelledAt'
>

/** Future occurrences, earliest first, including cancelled ones. */
export async function findComing(db: Db, ids: readonly number[], now: Date): Promise<NoticeEvent[]> {
  return (await findNoticeEvents(db, ids)).filter(({ at }) => at > now)
}

export function findNoticeEvents(db: Db, ids: readonly number[]): Promise<NoticeEvent[]> {
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

/** Only people who can read the calendar are notified. */
export async function findReaders(db: Db, mentorshipId: number): Promise<number[]> {
  const rows = await readersOf(db)
    .select('member.person_id as personId')
    .where('member.mentorship_id', '=', mentorshipId)
    .orderBy('member.person_id')
    .execute()
  return rows.map(({ personId }) => personId)
}
