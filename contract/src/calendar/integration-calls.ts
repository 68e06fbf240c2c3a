import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Email, Nothing, Time } from '../core/fields.ts'
import { AvailableIntegration, CalendarIntegration, CalendarProvider } from './entities.ts'

const OAuthProvider = z.enum(['google', 'outlook', 'yahoo'])
/** Of plain characters, as every token is by its standard: it goes into a header. */
const Secret = z.string().check(z.maxLength(8192), z.regex(/^[\x21-\x7e]+$/, 'Please give it as the provider gave it.'))

export const listCalendarIntegrations = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/available-calendar-integrations/',
  summary: 'The personal calendars that can be connected here, and which one of yours is',
  action: 'calendar.read',
  reply: z.object({
    integrations: z.array(AvailableIntegration),
    /** A private address of one's events for any calendar; null until one is asked for. */
    feedUrl: z.nullable(z.string()),
  }),
  errors: [],
})

/** Open to everybody, as the page is: what comes back is of use only to this browser, and only with a sign-in. */
export const startCalendarConnection = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/calendar-connection/',
  summary: 'Where to go to let a provider connect your calendar',
  action: 'public',
  body: z.object({ provider: OAuthProvider }),
  reply: z.object({ authorizationUrl: z.url() }),
  errors: ['calendar.provider_off'],
})

/**
 * Three forms: the code that the provider gave this browser, which the server redeems; tokens that were redeemed elsewhere;
 * and for Apple a password made for us alone. All in the body, none of them ever given back.
 */
export const connectCalendar = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/calendar-integration/',
  summary: 'Connect a personal calendar: the events of your mentorships are brought there',
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
  summary: 'Disconnect your personal calendar; what we brought there is taken out again',
  action: 'calendar.write',
  body: z.object({ provider: CalendarProvider, email: z.optional(z.nullable(Email)) }),
  reply: Nothing,
  errors: ['calendar.not_connected'],
})

export const openCalendarFeed = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/calendar-feed/',
  summary: 'A private address of your events; a new one ends the one before',
  action: 'calendar.write',
  body: Nothing,
  reply: z.object({ feedUrl: z.string() }),
  errors: [],
})

export const closeCalendarFeed = defineCall({
  method: 'DELETE',
  path: '/api/v2/mentorships/calendar-feed/',
  summary: 'End the private address of your events',
  action: 'calendar.write',
  reply: Nothing,
  errors: [],
})
