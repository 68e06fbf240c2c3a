import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { flagsAsJson, toExperiences } from '#accounts/public.ts'
import type { Actor, Db } from '#core/ctx.ts'
import { toTime } from '#core/db/json-times.ts'
import { type AnswerRow, answersOf, type ProposalRow, proposalsOf } from './answers/store.ts'
import { sessionChoices } from './session-store.ts'
import { eventColumns, type EventRow, seriesColumns, type SeriesRow, toEvent, toSeries } from './store.ts'

/** With its series, the session title in the viewer's language, and the answers and proposals for its current time. */
export type ListedEvent = EventRow & {
  series: SeriesRow
  sessionName: string | null
  localeSessionName: string | null
  answers: readonly AnswerRow[]
  proposals: readonly ProposalRow[]
}

/** Every event as JSON, so that a list can be part of a larger statement. */
function listedEvents(db: Db, language: string) {
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
    .select([jsonArrayFrom(answersOf(db, 'event')).as('answers'), jsonArrayFrom(proposalsOf(db, 'event')).as('proposals')])
    .where('event.cancelled_at', 'is', null)
}
const asJson = (query: ReturnType<typeof listedEvents>) => jsonArrayFrom(query)
type ListedJson = ReturnType<typeof asJson> extends RawBuilder<(infer Row)[]> ? Row : never

function toListed({ sessionName, localeSessionName, answers, proposals, ...json }: ListedJson): ListedEvent {
  const row = {
    ...json,
    at: new Date(json.at),
    cancelledAt: toTime(json.cancelledAt),
    seriesCreatedAt: new Date(json.seriesCreatedAt),
  }
  return {
    ...toEvent(row),
    series: toSeries(row),
    sessionName,
    localeSessionName: localeSessionName ?? sessionName,
    answers: answers.map((answer) => ({ ...answer, answeredAt: new Date(answer.answeredAt) })),
    proposals: proposals.map((each) => ({ ...each, at: new Date(each.at), proposedAt: new Date(each.proposedAt) })),
  }
}

/** From one instant up to another, earliest first; `after` skips events at `from` up to this id. */
export type EventWindow = { from: Date; after: number; until: Date | null }
type Viewer = Pick<Actor, 'personId' | 'language'>

/** A page of the calendar with everything else that the call needs, in one statement. */
export async function findCalendar(
  db: Db,
  mentorshipId: number,
  { from, after, until }: EventWindow,
  { viewer, maxEvents, maxSessions }: { viewer: Viewer; maxEvents: number; maxSessions: number },
) {
  const events = listedEvents(db, viewer.language)
    .where('event.mentorship_id', '=', mentorshipId)
    .where(sql<boolean>`(event.scheduled_at, event.id) > (${from}::timestamptz, ${after}::bigint)`)
    .$if(until !== null, (query) => query.where('event.scheduled_at', '<', until ?? from))
    .orderBy('event.scheduled_at')
    .orderBy('event.id')
    .limit(maxEvents)
  const found = await db
    .selectNoFrom([
      flagsAsJson(viewer.personId).as('flags'),
      asJson(events).as('events'),
      jsonArrayFrom(sessionChoices(db, mentorshipId, viewer, maxSessions)).as('sessions'),
    ])
    .executeTakeFirstOrThrow()
  return {
    experiences: toExperiences(found.flags),
    events: found.events.map(toListed),
    sessions: found.sessions.map((session) => ({ ...session, endDate: toTime(session.endDate) })),
  }
}

export async function findEvent(db: Db, id: number, language: string): Promise<ListedEvent | null> {
  const { events } = await db
    .selectNoFrom(asJson(listedEvents(db, language).where('event.id', '=', id)).as('events'))
    .executeTakeFirstOrThrow()
  return events.map(toListed)[0] ?? null
}
