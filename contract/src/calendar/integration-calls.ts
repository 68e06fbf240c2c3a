import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Email, Nothing, Time } from '../core/fields.ts'
import { AvailableIntegration, CalendarIntegration, CalendarProvider } from './entities.ts'

const OAuthProvider = z.enum(['google', 'outlook', 'yahoo'])
/** Printable ASCII, because the token goes into a header. */
const Secret = z
  .string()
  .check(z.maxLength(8192), z.regex(/^[\x21-\x7e]+$/, 'Please enter it exactly as the provider issued it.'))

export const listCalendarIntegrations = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/available-calendar-integrations/',
  summary: 'List the personal calendars that can be connected, and your connection',
  action: 'calendar.read',
  reply: z.object({
    integrations: z.array(AvailableIntegration),
    /** The private feed URL for any calendar app; null until one is created. */
    feedUrl: z.nullable(z.string()),
  }),
  errors: [],
})

/** Public, like its page: the result is useful only to this browser, and only after signing in. */
export const startCalendarConnection = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/calendar-connection/',
  summary: 'Get the URL to authorise a calendar provider',
  action: 'public',
  body: z.object({ provider: OAuthProvider }),
  reply: z.object({ authorizationUrl: z.url() }),
  errors: ['calendar.provider_off'],
})

/**
 * Three forms: an authorisation code, which the server redeems; tokens redeemed elsewhere; or for Apple an app password. All of
 * them are sent in the body and never returned.
 */
export const connectCalendar = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/calendar-integration/',
  summary: 'Connect a personal calendar and sync the events of your mentorships to it',
  action: 'calendar.write',
  body: z.object({
    provider: CalendarProvider,
    email: z.optional(z.nullable(Email)),
    code: z.optional(Secret),
    state: z.optional(z.string().check(z.maxLength(200))),
    accessToken: z.optional(Secret),
    expiresAt: z.optional(z.nullable(Time)),
    scope: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
    idToken: z.optional(z.nullable(Secret)),
    refreshToken: z.optional(z.nullable(Secret)),
    appPassword: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  reply: CalendarIntegration,
  errors: [
    'calendar.provider_off',
    'calendar.foreign_state',
    'calendar.refused_by_provider',
    'calendar.provider_down',
    'calendar.one_at_a_time',
  ],
})

export const unlinkCalendar = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/unlink-calendar/',
  summary: 'Disconnect your personal calendar and remove the synced events',
  action: 'calendar.write',
  body: z.object({ provider: CalendarProvider, email: z.optional(z.nullable(Email)) }),
  reply: Nothing,
  errors: ['calendar.not_connected'],
})

export const setBusyTimes = defineCall({
  method: 'PUT',
  path: '/api/v2/mentorships/calendar-busy-times/',
  summary: 'Allow or stop reading when you are busy in your connected calendar, for finding a time',
  action: 'calendar.write',
  body: z.object({ isOn: z.boolean() }),
  reply: CalendarIntegration,
  errors: ['calendar.not_connected'],
})

export const openCalendarFeed = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/calendar-feed/',
  summary: 'Create a private feed URL of your events, replacing the previous one',
  action: 'calendar.write',
  body: Nothing,
  reply: z.object({ feedUrl: z.string() }),
  errors: [],
})

export const closeCalendarFeed = defineCall({
  method: 'DELETE',
  path: '/api/v2/mentorships/calendar-feed/',
  summary: 'Delete the private feed URL of your events',
  action: 'calendar.write',
  reply: Nothing,
  errors: [],
})
