import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Time } from '../core/fields.ts'
import { CalendarEvent, CalendarSession, Day, EventFrequency, Scope } from './entities.ts'

export const TITLE_MAX = 120
/** A list shows it with each event, so it is a note and no letter. */
export const DESCRIPTION_MAX = 500
/** In one mentorship, past ones and all occurrences included. */
export const EVENTS_MAX = 1000
/** Of them planned by one person: nobody fills the calendar of the others. */
export const EVENTS_PER_PERSON_MAX = 300
/** In one answer; further ones are asked for by `next`. */
export const EVENTS_LISTED_MAX = 75
/** Without `from` a list begins here, so many days ago. */
export const LISTED_DAYS_BACK = 365

/** A schedule has a few dozen. */
export const SESSIONS_MAX = 500

/** One line: what could end a line of a calendar file has no place in it, nor what turns the direction of the words after it. */
const Title = z
  .string()
  .check(z.maxLength(TITLE_MAX), z.regex(/^[^\p{Cc}\u2028-\u202E\u2066-\u2069]*$/u, 'Please use one line of plain text.'))
const Description = z
  .string()
  .check(z.maxLength(DESCRIPTION_MAX), z.regex(/^(?:[^\p{Cc}\u2028-\u202E\u2066-\u2069]|[\n\r\t])*$/u, 'Please use plain text.'))

const mentorshipId = z.object({ mentorshipId: IdParam })

/** What is missing is told with all the rest, field by field, so that nothing is demanded here that the rules can say better. */
const EventInput = z.object({
  title: z._default(Title, ''),
  description: z._default(Description, ''),
  eventFrequency: z.optional(z.nullable(EventFrequency)),
  scheduledTime: z.optional(z.nullable(Time)),
  timeZone: z.optional(z.string().check(z.maxLength(64))),
  isPairGroupCall: z.optional(z.nullable(z.boolean())),
  repeatEndDate: z.optional(z.nullable(Day)),
  /** The session's number; a name alone is looked up among those of the mentorship. */
  sessionId: z.optional(z.nullable(Id)),
  sessionName: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  /** The path says whose it is; these may only say the same. */
  mentorship: z.optional(z.nullable(Id)),
  mentorGroup: z.optional(z.nullable(Id)),
  /** Must agree with the frequency. */
  isRecurringEvent: z.optional(z.nullable(z.boolean())),
  /** An event may be sent as it was read. These are the server's to say, and what is sent of them is not looked at. */
  id: z.optional(z.nullable(Id)),
  series: z.optional(z.nullable(Id)),
  seriesDate: z.optional(z.nullable(Day)),
  localeSessionName: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  isException: z.optional(z.nullable(z.boolean())),
  createdBy: z.optional(z.nullable(Id)),
  mayEdit: z.optional(z.nullable(z.boolean())),
  videos: z.optional(z.nullable(z.array(z.object({ sessionUuid: z.optional(z.nullable(z.string())) })).check(z.maxLength(10)))),
  /** What is new is all of it. */
  applyToRecurring: z.optional(Scope),
})

export const listCalendarEvents = defineCall({
  method: 'GET',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/',
  summary: 'The events of your mentorship from a moment on, the earliest first, and the sessions they can be about',
  action: 'mentorship.read',
  params: mentorshipId,
  query: z.object({
    from: z.optional(Time),
    until: z.optional(Time),
    /** With `from`, as `next` has them both: of those at that very moment only what comes after this one. */
    after: z.optional(IdParam),
  }),
  reply: z.object({
    events: z.array(CalendarEvent).check(z.maxLength(EVENTS_LISTED_MAX)),
    /** Where the list goes on; null at its end. */
    next: z.nullable(z.object({ from: Time, after: Id })),
    /** In the order of the schedule; also for who looks after a pair and walks through none of them. */
    sessions: z.array(CalendarSession).check(z.maxLength(SESSIONS_MAX)),
  }),
  errors: ['mentorship.not_found', 'learning.curriculum_locked'],
})

export const addCalendarEvent = defineCall({
  method: 'POST',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/',
  summary: 'Plan an event of your mentorship, once or repeated',
  action: 'mentorship.write',
  params: mentorshipId,
  body: EventInput,
  reply: CalendarEvent,
  errors: ['mentorship.not_found', 'learning.curriculum_locked', 'calendar.full'],
  idempotencyKey: true,
})

export const editCalendarEvent = defineCall({
  method: 'PUT',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/:id/',
  summary: 'Change an event: this one, this and those that follow, or all of its series',
  action: 'mentorship.write',
  params: z.object({ mentorshipId: IdParam, id: IdParam }),
  body: z.extend(EventInput, {
    applyToRecurring: z._default(Scope, 'THIS'),
    /** The one that was read; left out, nothing is compared. */
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
  summary: 'Cancel an event: this one, this and those that follow, or all of its series',
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
