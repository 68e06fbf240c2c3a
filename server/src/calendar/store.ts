import { EventFrequency } from '@saathi/contract/calendar/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { Occurrence, OwnField, Placed, Series } from './series/plan.ts'

export type SeriesRow = Series & {
  id: number
  mentorshipId: number
  createdBy: number | null
  createdAt: Date
  version: number
}
export type EventRow = Occurrence & {
  seriesId: number
  mentorshipId: number
  sessionUuid: string
  version: number
  cancelledAt: Date | null
}
/** As text: a date parsed as an instant could shift by a day. */
const day = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`
const nullableDay = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`

export const seriesColumns = [
  'series.id as seriesId',
  'series.mentorship_id as mentorshipId',
  'series.created_by as createdBy',
  'series.frequency',
  'series.zone',
  'series.version as seriesVersion',
  'series.title as seriesTitle',
  'series.description as seriesDescription',
  'series.is_pair_group_call as seriesIsPairGroupCall',
  'series.minutes as seriesMinutes',
  'series.created_at as seriesCreatedAt',
  day('series.anchor_date').as('anchor'),
  day('series.from_date').as('from'),
  nullableDay('series.repeat_end_date').as('end'),
  sql<string>`series.wall_time::text`.as('time'),
] as const

type SeriesColumns = {
  seriesId: number
  mentorshipId: number
  createdBy: number | null
  frequency: string
  zone: string
  seriesVersion: number
  seriesTitle: string
  seriesDescription: string
  seriesIsPairGroupCall: boolean
  seriesMinutes: number
  seriesCreatedAt: Date
  anchor: string
  from: string
  end: string | null
  time: string
}

export const toSeries = (row: SeriesColumns): SeriesRow => ({
  id: row.seriesId,
  mentorshipId: row.mentorshipId,
  createdBy: row.createdBy,
  frequency: EventFrequency.parse(row.frequency),
  zone: row.zone,
  version: row.seriesVersion,
  title: row.seriesTitle,
  description: row.seriesDescription,
  isPairGroupCall: row.seriesIsPairGroupCall,
  minutes: row.seriesMinutes,
  createdAt: row.seriesCreatedAt,
  anchor: row.anchor,
  from: row.from,
  end: row.end,
  time: row.time,
})

export const eventColumns = [
  'event.id',
  'event.series_id as seriesId',
  'event.mentorship_id as mentorshipId',
  'event.scheduled_at as at',
  'event.title',
  'event.description',
  'event.is_pair_group_call as isPairGroupCall',
  'event.minutes',
  'event.session_id as sessionId',
  'event.own_fields as ownFields',
  'event.session_uuid as sessionUuid',
  'event.version',
  'event.cancelled_at as cancelledAt',
  'event.cancelled_alone as cancelledAlone',
  day('event.series_date').as('date'),
] as const

const fields: Readonly<Record<string, OwnField>> = {
  time: 'time',
  title: 'title',
  description: 'description',
  is_pair_group_call: 'isPairGroupCall',
  minutes: 'minutes',
}
const columnOf = (field: OwnField): string => (field === 'isPairGroupCall' ? 'is_pair_group_call' : field)

export function toEvent<R extends { ownFields: string[]; cancelledAt: Date | null; cancelledAlone: boolean }>({
  ownFields,
  cancelledAlone,
  ...row
}: R) {
  const status: Occurrence['status'] = row.cancelledAt === null ? 'live' : cancelledAlone ? 'alone' : 'dropped'
  return { ...row, own: ownFields.flatMap((name) => fields[name] ?? []), status }
}

const findSeriesId = async (db: Db, eventId: number): Promise<number | undefined> =>
  (await db.selectFrom('calendar_event').select('series_id as id').where('id', '=', eventId).executeTakeFirst())?.id

/** Locks the series until the transaction ends, so that concurrent edits see each other's result. */
export async function lockSeriesOf(db: Db, mentorshipId: number, eventId: number): Promise<SeriesRow | null> {
  let id = await findSeriesId(db, eventId)
  for (;;) {
    if (id === undefined) return null
    const row = await db
      .selectFrom('calendar_series as series')
      .select(seriesColumns)
      .where('series.mentorship_id', '=', mentorshipId)
      .where('series.id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    // The transaction we waited for may have split the series and moved this event to the other half.
    const current = await findSeriesId(db, eventId)
    if (current === id) return row ? toSeries(row) : null
    id = current
  }
}

export async function findOccurrences(db: Db, seriesId: number): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('calendar_event as event')
    .select(eventColumns)
    .where('event.series_id', '=', seriesId)
    .orderBy('event.series_date')
    .orderBy('event.id')
    .execute()
  return rows.map(toEvent)
}

export async function insertSeries(
  db: Db,
  series: Series & { mentorshipId: number; createdBy: number | null; version?: number },
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('calendar_series')
    .values({
      ...seriesValues(series),
      mentorship_id: series.mentorshipId,
      created_by: series.createdBy,
      created_at: now,
      version: series.version ?? 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateSeries(db: Db, id: number, series: Series): Promise<void> {
  await db
    .updateTable('calendar_series')
    .set((eb) => ({ ...seriesValues(series), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

const seriesValues = (series: Series) => ({
  frequency: series.frequency,
  zone: series.zone,
  anchor_date: series.anchor,
  from_date: series.from,
  wall_time: series.time,
  repeat_end_date: series.end,
  title: series.title,
  description: series.description,
  is_pair_group_call: series.isPairGroupCall,
  minutes: series.minutes,
})

const eventValues = (placed: Placed, now: Date) => ({
  series_date: placed.date,
  scheduled_at: placed.at,
  title: placed.title,
  description: placed.description,
  is_pair_group_call: placed.isPairGroupCall,
  minutes: placed.minutes,
  session_id: placed.sessionId,
  own_fields: placed.own.map(columnOf),
  updated_at: now,
  cancelled_alone: placed.status === 'alone',
})

export async function insertEvents(
  db: Db,
  { seriesId, mentorshipId }: { seriesId: number; mentorshipId: number },
  placed: readonly Placed[],
  now: Date,
): Promise<number[]> {
  if (placed.length === 0) return []
  const rows = await db
    .insertInto('calendar_event')
    .values(
      placed.map((one) => ({ ...eventValues(one, now), series_id: seriesId, mentorship_id: mentorshipId, created_at: now })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateEvent(db: Db, id: number, seriesId: number, placed: Placed, now: Date): Promise<void> {
  await db
    .updateTable('calendar_event')
    .set((eb) => ({
      ...eventValues(placed, now),
      series_id: seriesId,
      version: eb('version', '+', 1),
      cancelled_at: placed.status === 'live' ? null : eb.fn.coalesce('cancelled_at', eb.val(now)),
    }))
    .where('id', '=', id)
    .execute()
}

/** Moves events to another series without any visible change. */
export async function moveEvents(db: Db, ids: readonly number[], seriesId: number): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('calendar_event').set({ series_id: seriesId }).where('id', 'in', ids).execute()
}

/** Locks until the transaction ends, so that concurrent additions are counted. */
export async function lockCalendar(db: Db, mentorshipId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`calendar room ${mentorshipId}`}, 0))`.execute(db)
}

export async function countEvents(
  db: Db,
  mentorshipId: number,
  createdBy: number | null,
): Promise<{ inAll: number; byPerson: number }> {
  return db
    .selectFrom('calendar_event as event')
    .innerJoin('calendar_series as series', 'series.id', 'event.series_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('inAll'),
      sql<number>`count(*) filter (where series.created_by = ${createdBy}::bigint)`.as('byPerson'),
    ])
    .where('event.mentorship_id', '=', mentorshipId)
    .where('event.cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
}
