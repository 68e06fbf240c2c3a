import * as calls from '@saathi/contract/calendar/calls'
import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { INDIA, wallAt } from '@saathi/contract/calendar/zone'
import type { CallInput } from '@saathi/contract/core/call'
import ICAL from 'ical.js'
import { expect } from 'vitest'
import type { TestServer } from './harness.ts'
import type { BuiltMentorship } from './mentorships.ts'

export type EventBody = CallInput<typeof calls.addCalendarEvent>['body']
export type EditBody = CallInput<typeof calls.editCalendarEvent>['body']
type ListQuery = CallInput<typeof calls.listCalendarEvents>['query']
type RemoveQuery = CallInput<typeof calls.removeCalendarEvent>['query']

/** A Monday, five days before the first planned event. */
export const monday = new Date('2026-11-02T12:00:00+05:30')

/** A single call about the first session, on a Saturday. */
export const singleEvent = ({ sessions }: Pick<BuiltMentorship, 'sessions'>, changes: EventBody = {}): EventBody => ({
  title: 'Our call',
  isPairGroupCall: true,
  eventFrequency: 'NONE',
  scheduledTime: '2026-11-14T19:30:00+05:30',
  sessionId: sessions[0]?.id ?? 0,
  ...changes,
})

/** The four Saturdays of November at 19:30. */
export const weeklyEvent = (changes: EventBody = {}): EventBody => ({
  title: 'Weekly call',
  isPairGroupCall: true,
  eventFrequency: 'WEEKLY',
  scheduledTime: '2026-11-07T19:30:00+05:30',
  repeatEndDate: '2026-11-28',
  ...changes,
})

/** The body that the form sends after editing an event. */
export const toEditBody = (event: CalendarEvent, changes: EditBody = {}): EditBody => ({
  title: event.title,
  description: event.description,
  isPairGroupCall: event.isPairGroupCall,
  eventFrequency: event.eventFrequency,
  scheduledTime: event.scheduledTime,
  timeZone: event.timeZone,
  repeatEndDate: event.repeatEndDate,
  sessionId: event.sessionId,
  version: event.version,
  ...changes,
})

/** Calendar calls of a mentorship, as the browser makes them. */
export function calendarClient(server: TestServer, { id: mentorshipId }: Pick<BuiltMentorship, 'id'>) {
  const read = (who: number | null, query: ListQuery = {}) =>
    server.ask(who, calls.listCalendarEvents, { params: { mentorshipId }, query })
  const add = (who: number | null, body: EventBody, headers: Record<string, string> = {}) =>
    server.ask(who, calls.addCalendarEvent, { params: { mentorshipId }, body }, headers)
  const edit = (who: number | null, id: number, body: EditBody) =>
    server.ask(who, calls.editCalendarEvent, { params: { mentorshipId, id }, body })
  const remove = (who: number | null, id: number, query: RemoveQuery = {}) =>
    server.ask(who, calls.removeCalendarEvent, { params: { mentorshipId, id }, query })

  return {
    read,
    add,
    edit,
    remove,
    async list(who: number) {
      const { status, body } = await read(who)
      expect(status).toBe(200)
      return body.events
    },
    /** Expects success. */
    async added(who: number, body: EventBody) {
      const answer = await add(who, body)
      expect(answer).toMatchObject({ status: 200 })
      return answer.body
    },
    async edited(who: number, event: CalendarEvent, changes: EditBody) {
      const answer = await edit(who, event.id, toEditBody(event, changes))
      expect(answer).toMatchObject({ status: 200 })
      return answer.body
    },
    async removed(who: number, id: number, query: RemoveQuery = {}) {
      expect(await remove(who, id, query)).toMatchObject({ status: 200 })
    },
  }
}

/** Day and time in India with the title, such as `11-14 19:30 Our call`. */
export function describeEvent({ scheduledTime, title }: Pick<CalendarEvent, 'scheduledTime' | 'title'>): string {
  const { date, time } = wallAt(new Date(scheduledTime), INDIA)
  return `${date.slice(5)} ${time.slice(0, 5)} ${title}`
}

/** Every row of these tables, to check that a refusal changes nothing. */
export async function calendarRows({ db }: TestServer, mentorshipId: number) {
  const series = await db
    .selectFrom('calendar_series')
    .selectAll()
    .where('mentorship_id', '=', mentorshipId)
    .orderBy('id')
    .execute()
  const events = await db
    .selectFrom('calendar_event')
    .selectAll()
    .where('mentorship_id', '=', mentorshipId)
    .orderBy('id')
    .execute()
  return { series, events }
}

/** Parses a calendar file with a third-party library. */
export function readIcs(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return {
    method: calendar.getFirstPropertyValue('method'),
    events: calendar.getAllSubcomponents('vevent').map((event) => {
      const of = (name: string) => String(event.getFirstPropertyValue(name))
      return {
        uid: of('uid'),
        at: new Date(of('dtstart')).toISOString(),
        title: of('summary'),
        status: of('status'),
        sequence: Number(of('sequence')),
        url: of('url'),
        names: event.getAllProperties().map(({ name }) => name),
      }
    }),
  }
}
