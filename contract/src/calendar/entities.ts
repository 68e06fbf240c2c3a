import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'

export const EventFrequency = z.enum(['NONE', 'WEEKLY', 'BIWEEKLY', 'MONTHLY'])
export type EventFrequency = z.infer<typeof EventFrequency>

/** What a change of one occurrence of a series is meant for. */
export const Scope = z.enum(['THIS', 'FOLLOWING', 'ALL'])
export type Scope = z.infer<typeof Scope>

/** A day of the calendar, never a moment. */
export const Day = z.iso.date()

/** One occurrence. Those of a series share `series`; each has a meeting link of its own. */
export const CalendarEvent = z.object({
  id: Id,
  series: Id,
  title: z.string(),
  description: z.string(),
  eventFrequency: EventFrequency,
  scheduledTime: Time,
  /** Whose clock holds for the series: its hour stays the same there when clocks change. */
  timeZone: z.string(),
  /** The day on which its series has it, also where it was moved away from there. */
  seriesDate: Day,
  sessionId: z.nullable(Id),
  sessionName: z.nullable(z.string()),
  localeSessionName: z.nullable(z.string()),
  isPairGroupCall: z.boolean(),
  isRecurringEvent: z.boolean(),
  /** Something of it was changed for this one alone. */
  isException: z.boolean(),
  repeatEndDate: z.nullable(Day),
  mentorship: Id,
  /** The same number where the mentorship is a group's. */
  mentorGroup: z.nullable(Id),
  /** Null where the reader may not know: mentees of a group do not learn of each other. */
  createdBy: z.nullable(Id),
  mayEdit: z.boolean(),
  /** Goes up with each change; sent back with an edit, so that nobody overwrites what they have not seen. */
  version: z.int(),
  videos: z.array(z.object({ sessionUuid: z.uuid() })),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** A session of the mentorship, which an event can be about. */
export const CalendarSession = z.object({
  id: Id,
  title: z.string(),
  localeTitle: z.string(),
  /** By when the reader is to be through with it; null where they do not walk through it themselves. */
  endDate: z.nullable(Time),
})
export type CalendarSession = z.infer<typeof CalendarSession>

export const CalendarProvider = z.enum(['google', 'outlook', 'yahoo', 'apple'])
export type CalendarProvider = z.infer<typeof CalendarProvider>

/** `retrying`: the provider does not answer, and we go on trying. `revoked`: it no longer lets us in. */
export const IntegrationState = z.enum(['connected', 'retrying', 'revoked'])
export type IntegrationState = z.infer<typeof IntegrationState>

/** Never a token: what is secret stays with the server. */
export const CalendarIntegration = z.object({
  id: Id,
  provider: CalendarProvider,
  email: z.string(),
  state: IntegrationState,
  /** How many events are yet to be brought there. */
  waiting: z.int(),
  syncedAt: z.nullable(Time),
})
export type CalendarIntegration = z.infer<typeof CalendarIntegration>

export const AvailableIntegration = z.object({
  provider: CalendarProvider,
  /** How one connects: by the provider's own page, or with a password made for us. */
  way: z.enum(['oauth', 'app_password']),
  integration: z.nullable(CalendarIntegration),
})
export type AvailableIntegration = z.infer<typeof AvailableIntegration>
