import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { eventColumns, type EventRow, seriesColumns, type SeriesRow, toEvent, toSeries } from './store.ts'

/** With its series, and the session title in the viewer's language. */
export type ListedEvent = EventRow & {
  series: SeriesRow
  sessionName: string | null
  localeSessionName: string | null
}

function listed(db: Db, language: string) {
  return db
    .selectFrom('calendar_event as event')
    .innerJoin('calendar_series as series', 'series.id', 'event.series_id')
    .leftJoin('session', 'session.id', 'event.session_id')
    .leftJoin('session_text', (join) =>
      join.onRef('session_text.session_id', '=', 'session.id').on('session_text.language_code', '=', language),
    )
    .select(eventColumns)
    .select(seriesColumns)
    .select(['session.title as sessionName', 'session_text.title as localeSessionName'])
    .where('event.cancelled_at', 'is', null)
}
type ListedColumns = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

function toListed(row: ListedColumns): ListedEvent {
  const { sessionName, localeSessionName, ...rest } = row
  return { ...toEvent(rest), series: toSeries(row), sessionName, localeSessionName: localeSessionName ?? sessionName }
}

/** From one instant up to another, earliest first; `after` skips events at `from` up to this id. */
export type EventWindow = { from: Date; after: number; until: Date | null }

export async function findEvents(
  db: Db,
  mentorshipId: number,
  { from, after, until }: EventWindow,
  { language, limit }: { language: string; limit: number },
): Promise<ListedEvent[]> {
  const rows = await listed(db, language)
    .where('event.mentorship_id', '=', mentorshipId)
    .where(sql<boolean>`(event.scheduled_at, event.id) > (${from}::timestamptz, ${after}::bigint)`)
    .$if(until !== null, (query) => query.where('event.scheduled_at', '<', until ?? from))
    .orderBy('event.scheduled_at')
    .orderBy('event.id')
    .limit(limit)
    .execute()
  return rows.map(toListed)
}

export async function findEvent(db: Db, id: number, language: string): Promise<ListedEvent | null> {
  const row = await listed(db, language).where('event.id', '=', id).executeTakeFirst()
  return row ? toListed(row) : null
}
