import { type FreeHours, FreeTime } from '@saathi/contract/calendar/free-hours'
import { MAX_MINUTES } from '@saathi/contract/calendar/entities'
import type { Span } from '@saathi/contract/calendar/spans'
import { MINUTE_MS } from '@saathi/contract/core/time'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** The free hours that people have set themselves. */
export async function findFreeHours(db: Db, personIds: readonly number[]): Promise<Map<number, FreeHours>> {
  const rows = await db
    .selectFrom('free_hours')
    .select(['person_id as personId', 'zone as timeZone', 'days', 'times'])
    .where('person_id', 'in', personIds)
    .execute()
  return new Map(
    rows.map(({ personId, timeZone, days, times }) => [
      personId,
      { timeZone, days, times: FreeTime.options.filter((time) => times.includes(time)) },
    ]),
  )
}

export async function upsertFreeHours(db: Db, personId: number, { timeZone: zone, days, times }: FreeHours, now: Date) {
  const values = { zone, days: [...days], times: [...times], set_at: now }
  await db
    .insertInto('free_hours')
    .values({ person_id: personId, ...values })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute()
}

export type BusyRow = { personId: number; mentorshipId: number; title: string; at: Date; minutes: number }

/**
 * The busy times of these people in all of their mentorships. Declined events do not count, and for a pair manager only their own
 * events do.
 */
export async function findBusy(
  db: Db,
  personIds: readonly number[],
  { window, except }: { window: Span; except: number },
): Promise<BusyRow[]> {
  if (personIds.length === 0) return []
  return db
    .selectFrom('mentorship_member as member')
    .innerJoin('calendar_event as event', 'event.mentorship_id', 'member.mentorship_id')
    .innerJoin('calendar_series as series', 'series.id', 'event.series_id')
    .leftJoin('calendar_answer as answer', (join) =>
      join
        .onRef('answer.event_id', '=', 'event.id')
        .onRef('answer.person_id', '=', 'member.person_id')
        .onRef('answer.for_at', '=', 'event.scheduled_at'),
    )
    .select([
      'member.person_id as personId',
      'event.mentorship_id as mentorshipId',
      'event.title',
      'event.scheduled_at as at',
      'event.minutes',
    ])
    .where('member.person_id', 'in', personIds)
    .where('member.left_at', 'is', null)
    .where('event.cancelled_at', 'is', null)
    .where('event.id', '<>', except)
    .where('event.scheduled_at', '>', new Date(window.from - MAX_MINUTES * MINUTE_MS))
    .where('event.scheduled_at', '<', new Date(window.until))
    .where(sql<boolean>`coalesce(answer.is_yes, true)`)
    .where(sql<boolean>`(member.part <> 'pair_manager' or series.created_by = member.person_id)`)
    .orderBy('event.scheduled_at')
    .execute()
}

/** Null for an event of another mentorship. */
export async function findStart(db: Db, mentorshipId: number, eventId: number): Promise<number | null> {
  const row = await db
    .selectFrom('calendar_event')
    .select('scheduled_at as at')
    .where('id', '=', eventId)
    .where('mentorship_id', '=', mentorshipId)
    .executeTakeFirst()
  return row?.at.getTime() ?? null
}

const TALKS_CONSIDERED = 50

/** The past calls of these people, latest first. */
export async function findPastCalls(db: Db, mentorshipId: number, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('calendar_event')
    .select('scheduled_at as at')
    .where('mentorship_id', '=', mentorshipId)
    .where('is_pair_group_call', '=', true)
    .where('cancelled_at', 'is', null)
    .where('scheduled_at', '<', now)
    .orderBy('scheduled_at', 'desc')
    .limit(TALKS_CONSIDERED)
    .execute()
  return rows.map(({ at }) => at)
}

/**
 * True if the team has paused the pair or one of these people has blocked the person. Both look the same, so that a block is not
 * revealed.
 */
export async function isPaused(db: Db, mentorshipId: number, personId: number, others: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from chat_channel where mentorship_id = ${mentorshipId} and kind in ('pair', 'group') and is_paused
    ) or exists (
      select from person_block
      where (person_id = ${personId} and blocked_id = any (${[...others]}::bigint[]))
         or (blocked_id = ${personId} and person_id = any (${[...others]}::bigint[]))
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}
