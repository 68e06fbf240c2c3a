import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Time } from '../core/fields.ts'
import { CalendarEvent, CalendarSession, Day, EventFrequency, MAX_MINUTES, MIN_MINUTES, Scope } from './entities.ts'

export const TITLE_MAX = 120
/** Short, because lists include it with each event. */
export const DESCRIPTION_MAX = 500
/** Per mentorship, including past events and all occurrences. */
export const EVENTS_MAX = 1000
/** Per creator, so that nobody fills the calendar of the others. */
export const EVENTS_PER_PERSON_MAX = 300
/** Per reply; `next` leads to the following page. */
export const EVENTS_LISTED_MAX = 75
/** Without `from`, a list starts this many days ago. */
export const LISTED_DAYS_BACK = 365

/** A schedule has a few dozen sessions. */
export const SESSIONS_MAX = 500

/** A single line: no control characters, which could end a line of an ICS file, and no bidi overrides. */
const Title = z
  .string()
  .check(z.maxLength(TITLE_MAX), z.regex(/^[^\p{Cc}\u2028-\u202E\u2066-\u2069]*$/u, 'Please use one line of plain text.'))
const Description = z
  .string()
  .check(z.maxLength(DESCRIPTION_MAX), z.regex(/^(?:[^\p{Cc}\u2028-\u202E\u2066-\u2069]|[\n\r\t])*$/u, 'Please use plain text.'))

const mentorshipId = z.object({ mentorshipId: IdParam })

/** Fields are optional here, so that checkEvent can report all missing ones at once. */
const EventInput = z.object({
  title: z._default(Title, ''),
  description: z._default(Description, ''),
  eventFrequency: z.optional(z.nullable(EventFrequency)),
  scheduledTime: z.optional(z.nullable(Time)),
  timeZone: z.optional(z.string().check(z.maxLength(64))),
  isPairGroupCall: z.optional(z.nullable(z.boolean())),
  repeatEndDate: z.optional(z.nullable(Day)),
  /** Without it an edited event keeps its length. */
  minutes: z.optional(z.nullable(z.int().check(z.gte(MIN_MINUTES), z.lte(MAX_MINUTES)))),
  /** The session's id; a name alone is looked up among the sessions of the mentorship. */
  sessionId: z.optional(z.nullable(Id)),
  sessionName: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  /** Must match the path if sent. */
  mentorship: z.optional(z.nullable(Id)),
  mentorGroup: z.optional(z.nullable(Id)),
  /** Must match the frequency. */
  isRecurringEvent: z.optional(z.nullable(z.boolean())),
  /** Clients may send an event as they received it. The following fields belong to the server and are ignored. */
  id: z.optional(z.nullable(Id)),
  series: z.optional(z.nullable(Id)),
  seriesDate: z.optional(z.nullable(Day)),
  localeSessionName: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  isException: z.optional(z.nullable(z.boolean())),
  createdBy: z.optional(z.nullable(Id)),
  mayEdit: z.optional(z.nullable(z.boolean())),
  plannedAt: z.optional(z.nullable(z.string())),
  answers: z.optional(z.nullable(z.array(z.unknown()))),
  proposals: z.optional(z.nullable(z.array(z.unknown()))),
  videos: z.optional(z.nullable(z.array(z.object({ sessionUuid: z.optional(z.nullable(z.string())) })).check(z.maxLength(10)))),
  /** Ignored for a new event. */
  applyToRecurring: z.optional(Scope),
})

export const listCalendarEvents = defineCall({
  method: 'GET',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/',
  summary: 'List the events of your mentorship, earliest first, and its sessions',
  action: 'mentorship.read',
  params: mentorshipId,
  query: z.object({
    from: z.optional(Time),
    until: z.optional(Time),
    /** Together with `from`, as in `next`: skips events at exactly `from` up to this id. */
    after: z.optional(IdParam),
  }),
  reply: z.object({
    events: z.array(CalendarEvent).check(z.maxLength(EVENTS_LISTED_MAX)),
    /** The start of the next page; null on the last page. */
    next: z.nullable(z.object({ from: Time, after: Id })),
    /** In the order of the schedule. The pair manager receives them too, without taking part in any. */
    sessions: z.array(CalendarSession).check(z.maxLength(SESSIONS_MAX)),
  }),
  errors: ['mentorship.not_found', 'learning.curriculum_locked'],
})

export const addCalendarEvent = defineCall({
  method: 'POST',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/',
  summary: 'Create an event of your mentorship, once or recurring',
  action: 'mentorship.write',
  params: mentorshipId,
  body: EventInput,
  reply: CalendarEvent,
  errors: ['mentorship.not_found', 'learning.curriculum_locked', 'calendar.full', 'calendar.paused'],
  idempotencyKey: true,
})

export const editCalendarEvent = defineCall({
  method: 'PUT',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/:id/',
  summary: 'Change an event: this one, this and following, or its whole series',
  action: 'mentorship.write',
  params: z.object({ mentorshipId: IdParam, id: IdParam }),
  body: z.extend(EventInput, {
    applyToRecurring: z._default(Scope, 'THIS'),
    /** The version the client has; without it there is no conflict check. */
    version: z.optional(z.int()),
  }),
  reply: CalendarEvent,
  errors: [
    'mentorship.not_found',
    'learning.curriculum_locked',
    'calendar.event_not_found',
    'calendar.not_yours',
    'calendar.changed',
    'calendar.full',
  ],
})

export const removeCalendarEvent = defineCall({
  method: 'DELETE',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/:id/',
  summary: 'Cancel an event: this one, this and following, or its whole series',
  action: 'mentorship.write',
  params: z.object({ mentorshipId: IdParam, id: IdParam }),
  query: z.object({ applyToRecurring: z._default(Scope, 'THIS'), version: z.optional(IdParam) }),
  reply: Nothing,
  errors: [
    'mentorship.not_found',
    'learning.curriculum_locked',
    'calendar.event_not_found',
    'calendar.not_yours',
    'calendar.changed',
  ],
})
