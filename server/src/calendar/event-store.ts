import type { Db } from '#core/ctx.ts'

const eventsWithSession = (db: Db, language: string) =>
  db
    .selectFrom('calendar_event as event')
    .leftJoin('session', 'session.id', 'event.session_id')
    .leftJoin('session_text', (join) =>
      join.onRef('session_text.session_id', '=', 'session.id').on('session_text.language_code', '=', language),
    )

/** Planned calls by the ids of their links, without cancelled events and events that are not calls. */
export function findMeetings(db: Db, sessionUuids: readonly string[], language: string) {
  if (sessionUuids.length === 0) return Promise.resolve([])
  return eventsWithSession(db, language)
    .select(({ fn }) => [
      'event.session_uuid as sessionUuid',
      'event.id as eventId',
      'event.mentorship_id as mentorshipId',
      'event.title',
      'event.scheduled_at as scheduledAt',
      'session.title as sessionName',
      fn.coalesce('session_text.title', 'session.title').as('localeSessionName'),
    ])
    .where('event.session_uuid', 'in', sessionUuids)
    .where('event.is_pair_group_call', '=', true)
    .where('event.cancelled_at', 'is', null)
    .execute()
}

/** The first event of these mentorships that is not over yet. */
export async function findNextEvent(
  db: Db,
  { mentorshipIds, from, language }: { mentorshipIds: readonly number[]; from: Date; language: string },
) {
  if (mentorshipIds.length === 0) return undefined
  return eventsWithSession(db, language)
    .select(({ fn }) => [
      'event.session_uuid as sessionUuid',
      'event.mentorship_id as mentorshipId',
      'event.is_pair_group_call as isCall',
      'event.title',
      'event.scheduled_at as scheduledAt',
      fn.coalesce('session_text.title', 'session.title').as('sessionTitle'),
    ])
    .where('event.mentorship_id', 'in', mentorshipIds)
    .where('event.cancelled_at', 'is', null)
    .where('event.scheduled_at', '>', from)
    .orderBy('event.scheduled_at')
    .orderBy('event.id')
    .limit(1)
    .executeTakeFirst()
}

/** Cancels future events of a mentorship that ended; past events stay. */
export async function updateComingCancelled(db: Db, mentorshipId: number, now: Date): Promise<void> {
  await db
    .updateTable('calendar_event')
    .set((eb) => ({ cancelled_at: now, updated_at: now, version: eb('version', '+', 1) }))
    .where('mentorship_id', '=', mentorshipId)
    .where('cancelled_at', 'is', null)
    .where('scheduled_at', '>', now)
    .execute()
}

/**
 * Events cancelled before this time that no personal calendar still needs. A single cancelled occurrence is kept while others of
 * its series remain: otherwise an edit of the whole series would bring it back.
 */
function forgettable(db: Db, before: Date) {
  return db
    .selectFrom('calendar_event as event')
    .where('event.cancelled_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('calendar_push as push').select('push.event_id').whereRef('push.event_id', '=', 'event.id'))),
    )
    .where(({ or, eb, not, exists, selectFrom }) => {
      const live = selectFrom('calendar_event as live')
        .select('live.id')
        .whereRef('live.series_id', '=', 'event.series_id')
        .where('live.cancelled_at', 'is', null)
      return or([eb('event.cancelled_alone', '=', false), not(exists(live))])
    })
}

/** Series with such events, except those being changed, which wait for the next night. */
export async function lockForgettable(db: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('calendar_series')
    .select('id')
    .where('id', 'in', forgettable(db, before).select('event.series_id'))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** Also deletes series without any events left. */
export async function deleteForgettable(db: Db, seriesIds: readonly number[], before: Date): Promise<void> {
  if (seriesIds.length === 0) return
  const old = forgettable(db, before).select('event.id').where('event.series_id', 'in', seriesIds)
  await db.deleteFrom('calendar_event').where('id', 'in', old).execute()
  await db
    .deleteFrom('calendar_series')
    .where('id', 'in', seriesIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('calendar_event').select('id').whereRef('calendar_event.series_id', '=', 'calendar_series.id'))),
    )
    .execute()
}
