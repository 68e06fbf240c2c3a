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
export type Meeting = Awaited<ReturnType<typeof findMeetings>>[number]

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
