import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'

export const EventFrequency = z.enum(['NONE', 'WEEKLY', 'BIWEEKLY', 'MONTHLY'])
export type EventFrequency = z.infer<typeof EventFrequency>

/** The part of a series that a change applies to. */
export const Scope = z.enum(['THIS', 'FOLLOWING', 'ALL'])
export type Scope = z.infer<typeof Scope>

/** A calendar day, not an instant. */
export const Day = z.iso.date()

/** How long an event may last. */
export const MIN_MINUTES = 5
export const MAX_MINUTES = 480
/** The default length of an event. */
export const EVENT_MINUTES = 60

/** One occurrence. Occurrences of a series share `series`; each has its own meeting link. */
export const CalendarEvent = z.object({
  id: Id,
  series: Id,
  title: z.string(),
  description: z.string(),
  eventFrequency: EventFrequency,
  scheduledTime: Time,
  /** The time zone of the series: the local time stays the same when clocks change. */
  timeZone: z.string(),
  /** The day in the series pattern, even if the occurrence was moved. */
  seriesDate: Day,
  sessionId: z.nullable(Id),
  sessionName: z.nullable(z.string()),
  localeSessionName: z.nullable(z.string()),
  isPairGroupCall: z.boolean(),
  isRecurringEvent: z.boolean(),
  /** This occurrence differs from its series. */
  isException: z.boolean(),
  repeatEndDate: z.nullable(Day),
  minutes: z.int(),
  mentorship: Id,
  /** Equals `mentorship` for a group. */
  mentorGroup: z.nullable(Id),
  /** Null if the viewer may not know: mentees of a group do not see each other. */
  createdBy: z.nullable(Id),
  mayEdit: z.boolean(),
  plannedAt: Time,
  /** Answers to the current time, from the viewer and the people the viewer may see. The person who set the time has said yes. */
  answers: z.array(z.object({ userId: Id, isYes: z.boolean(), answeredAt: Time })),
  /** Other times that members proposed and that are not answered yet. */
  proposals: z.array(z.object({ id: Id, userId: Id, scheduledTime: Time, note: z.string(), proposedAt: Time })),
  /** Increases with each change; sent back with an edit to detect conflicts. */
  version: z.int(),
  videos: z.array(z.object({ sessionUuid: z.uuid() })),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** A session of the mentorship that an event can refer to. */
export const CalendarSession = z.object({
  id: Id,
  title: z.string(),
  localeTitle: z.string(),
  /** The viewer's own deadline; null if they do not take the session. */
  endDate: z.nullable(Time),
})
export type CalendarSession = z.infer<typeof CalendarSession>

export const CalendarProvider = z.enum(['google', 'outlook', 'yahoo', 'apple'])
export type CalendarProvider = z.infer<typeof CalendarProvider>

/** `retrying`: the provider is unavailable, and we keep trying. `revoked`: it no longer grants access. */
export const IntegrationState = z.enum(['connected', 'retrying', 'revoked'])
export type IntegrationState = z.infer<typeof IntegrationState>

/** Never includes a token. */
export const CalendarIntegration = z.object({
  id: Id,
  provider: CalendarProvider,
  email: z.string(),
  state: IntegrationState,
  /** The number of events still to be synced. */
  waiting: z.int(),
  syncedAt: z.nullable(Time),
  /** The owner allows us to read when they are busy, for finding a time. */
  usesBusyTimes: z.boolean(),
})
export type CalendarIntegration = z.infer<typeof CalendarIntegration>

export const AvailableIntegration = z.object({
  provider: CalendarProvider,
  /** How to connect: OAuth, or an app password. */
  way: z.enum(['oauth', 'app_password']),
  integration: z.nullable(CalendarIntegration),
})
export type AvailableIntegration = z.infer<typeof AvailableIntegration>
