import type { Db } from '#core/ctx.ts'
import { readersOf } from '../reader-store.ts'
import type { EventRow } from '../store.ts'

/** The fields of an occurrence that notices need. */
export type NoticeEvent = Pick<
  EventRow,
  | 'id'
  | 'mentorshipId'
  | 'seriesId'
  | 'title'
  | 'description'
  | 'at'
  | 'minutes'
  | 'isPairGroupCall'
  | 'sessionUuid'
  | 'version'
  | 'cancelledAt'
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
      'series_id as seriesId',
      'scheduled_at as at',
      'minutes',
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

/** Who planned each series; without those who have left Saathi. */
export async function findCreators(db: Db, seriesIds: readonly number[]): Promise<Map<number, number>> {
  if (seriesIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('calendar_series')
    .select(['id', 'created_by as createdBy'])
    .where('id', 'in', seriesIds)
    .where('created_by', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ id, createdBy }) => (createdBy === null ? [] : [[id, createdBy] as const])))
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
