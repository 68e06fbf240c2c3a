import { HOUR_MS } from '@saathi/contract/core/time'
import type { TestServer } from './harness.ts'

/** A planned event with an answer and another time, free hours, a connected calendar to which it was pushed, and a private address. */
export async function plantCalendar(
  { db, clock }: TestServer,
  personId: number,
  mentorshipId: number,
  word: (where: string) => string,
) {
  const now = clock.now()
  const day = '2026-11-14'
  const words = { title: word('event'), description: word('event-description'), is_pair_group_call: true }
  const series = await db
    .insertInto('calendar_series')
    .values({
      ...words,
      mentorship_id: mentorshipId,
      created_by: personId,
      frequency: 'NONE',
      zone: 'Asia/Kolkata',
      anchor_date: day,
      from_date: day,
      wall_time: '19:30',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const event = await db
    .insertInto('calendar_event')
    .values({
      ...words,
      series_id: series.id,
      mentorship_id: mentorshipId,
      series_date: day,
      scheduled_at: new Date(`${day}T19:30:00+05:30`),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = new Date(`${day}T19:30:00+05:30`)
  const answer = { event_id: event.id, person_id: personId, is_yes: false, for_at: at, answered_at: now }
  await db.insertInto('calendar_answer').values(answer).execute()
  const other = { scheduled_at: now, for_at: at, note: word('proposal'), proposed_at: now }
  await db
    .insertInto('calendar_proposal')
    .values({ ...other, event_id: event.id, proposed_by: personId })
    .execute()
  const hours = { zone: 'Asia/Kolkata', days: [5], times: ['evening'], set_at: now }
  await db
    .insertInto('free_hours')
    .values({ person_id: personId, ...hours })
    .execute()
  const integration = await db
    .insertInto('calendar_integration')
    .values({
      person_id: personId,
      provider: 'google',
      email: word('calendar-address'),
      sealed_access: Buffer.from(word('calendar-access')),
      calendar_url: word('calendar-url'),
      connected_at: now,
      busy_since: now,
      busy_read_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('calendar_push')
    .values({ integration_id: integration.id, event_id: event.id, provider_event_id: word('pushed-name'), version: 1 })
    .execute()
  const busy = { from_at: now, until_at: new Date(now.getTime() + HOUR_MS) }
  await db
    .insertInto('calendar_busy')
    .values({ integration_id: integration.id, ...busy })
    .execute()
  await db.insertInto('calendar_feed').values({ person_id: personId }).execute()
}
