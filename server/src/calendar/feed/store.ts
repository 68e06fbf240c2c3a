import type { Db } from '#core/ctx.ts'
import type { FeedClaims } from './token.ts'
import { readersOf } from '../reader-store.ts'
import type { NoticeEvent } from '../notices/store.ts'

/** Null if no feed is open. */
export async function findOpenGeneration(db: Db, personId: number): Promise<number | null> {
  const row = await db
    .selectFrom('calendar_feed')
    .select('generation')
    .where('person_id', '=', personId)
    .where('is_open', '=', true)
    .executeTakeFirst()
  return row?.generation ?? null
}

/** Increases the generation, which invalidates earlier URLs. */
export async function upsertFeed(db: Db, personId: number): Promise<number> {
  const { generation } = await db
    .insertInto('calendar_feed')
    .values({ person_id: personId })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((eb) => ({
        generation: eb('calendar_feed.generation', '+', 1),
        is_open: true,
      })),
    )
    .returning('generation')
    .executeTakeFirstOrThrow()
  return generation
}

export async function updateFeedClosed(db: Db, personId: number): Promise<void> {
  await db.updateTable('calendar_feed').set({ is_open: false }).where('person_id', '=', personId).execute()
}

/** Invalidates the current URL; an open feed gets a new one. */
export async function raiseGeneration(db: Db, personId: number): Promise<void> {
  await db
    .updateTable('calendar_feed')
    .set((eb) => ({ generation: eb('generation', '+', 1) }))
    .where('person_id', '=', personId)
    .execute()
}

/** Undefined if the feed is closed, or its owner was deleted or disabled. */
export function findFeedOwner(db: Db, { personId, generation }: FeedClaims) {
  return db
    .selectFrom('calendar_feed as feed')
    .innerJoin('person', 'person.id', 'feed.person_id')
    .select('person.language_code as language')
    .where('feed.person_id', '=', personId)
    .where('feed.generation', '=', generation)
    .where('feed.is_open', '=', true)
    .where('person.deleted_at', 'is', null)
    .where('person.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Events of current mentorships, while the area is open to the person; the earliest if there are too many. */
export function findFeedEvents(db: Db, personId: number, { from, limit }: { from: Date; limit: number }): Promise<NoticeEvent[]> {
  return readersOf(db)
    .innerJoin('calendar_event as event', 'event.mentorship_id', 'member.mentorship_id')
    .select([
      'event.id',
      'event.mentorship_id as mentorshipId',
      'event.title',
      'event.description',
      'event.series_id as seriesId',
      'event.scheduled_at as at',
      'event.minutes',
      'event.is_pair_group_call as isPairGroupCall',
      'event.session_uuid as sessionUuid',
      'event.version',
      'event.cancelled_at as cancelledAt',
    ])
    .where('member.person_id', '=', personId)
    .where('event.cancelled_at', 'is', null)
    .where('event.scheduled_at', '>=', from)
    .orderBy('event.scheduled_at')
    .orderBy('event.id')
    .limit(limit)
    .execute()
}
