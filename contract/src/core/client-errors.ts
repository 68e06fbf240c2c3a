import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { cutGraphemes } from './cut.ts'
import { Nothing, Time } from './fields.ts'

export const MAX_REPORTS_PER_CALL = 10
const MESSAGE_MAX = 200

/** `crash`: caught by an error boundary. `uncaught` and `rejection`: not caught. `reply`: a reply that breaks the contract. */
export const ClientErrorKind = z.enum(['crash', 'uncaught', 'rejection', 'reply', 'google', 'survey', 'push'])
export type ClientErrorKind = z.infer<typeof ClientErrorKind>

/** Nothing in it identifies a person: no id, no address, no typed text. */
export const ClientError = z.object({
  kind: ClientErrorKind,
  /** The pattern of the page, such as `/mentorship/$sessionId/summary`. */
  route: z.string().check(z.maxLength(120)),
  /** The error's name, such as `TypeError`. */
  name: z.string().check(z.maxLength(60)),
  message: z.string().check(z.maxLength(500)),
  /** The version of the web app; empty in development. */
  version: z.string().check(z.maxLength(60)),
})
export type ClientError = z.infer<typeof ClientError>

export const reportClientErrors = defineCall({
  method: 'POST',
  path: '/api/v2/client-errors/',
  summary: 'Report an error in the browser, anonymously',
  action: 'public',
  body: z.object({ errors: z.array(ClientError).check(z.minLength(1), z.maxLength(MAX_REPORTS_PER_CALL)) }),
  reply: Nothing,
  errors: [],
})

const CountedError = z.object({ ...ClientError.shape, count: z.int(), firstAt: Time, lastAt: Time })

export const listClientErrors = defineCall({
  method: 'GET',
  path: '/api/v2/staff/client-errors/',
  summary: 'Errors in browsers: the count of each kind, and the latest ones',
  action: 'staff.errors',
  query: z.object({ kind: z.optional(ClientErrorKind) }),
  reply: z.object({
    kinds: z.array(z.object({ kind: ClientErrorKind, count: z.int(), lastAt: Time })),
    errors: z.array(CountedError).check(z.maxLength(100)),
  }),
  errors: [],
})

const emails = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g
const addresses = /\b(?:https?|wss?|blob|data|file):\S+/gi
/** Names from code stay readable; any other quoted text may have been typed by a person. */
const quoted = /(["'`])((?:(?!\1).){0,200})\1|[“‘][^”’]{0,200}[”’]/g
const codeName = /^[\w$.-]{1,40}$/
const longWords = /[\w-]{16,}/g
/** A word with a digit, or one that is longer than any of our identifiers, may be a secret or an id. */
const isToken = (word: string) => word.length >= 40 || /\d/.test(word)
/** Browsers write their own errors in English, so other scripts come from people. */
const otherScripts = /[^\x20-\x7e]+/g

/** Used on both sides: the browser cleans before sending, and the server cleans again. */
export function cleanMessage(message: string): string {
  const clean = message
    .replace(addresses, '<address>')
    .replace(emails, '<email>')
    .replace(quoted, (whole, _mark: string | undefined, inside: string | undefined) =>
      inside !== undefined && codeName.test(inside) ? whole : '<text>',
    )
    .replace(otherScripts, '…')
    .replace(longWords, (word) => (isToken(word) ? '<token>' : word))
    .replace(/\d+/g, '#')
  return cutGraphemes(clean.trim(), MESSAGE_MAX)
}

/** Keeps only words of our own routes: a value in place of its parameter would be an id. */
export const cleanRoute = (route: string): string =>
  `/${route
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (/^\$?[A-Za-z]{1,30}$/.test(part) ? part : '$'))
    .join('/')}`.slice(0, 120)

export function cleanReport({ kind, route, name, message, version }: ClientError): ClientError {
  return {
    kind,
    route: cleanRoute(route),
    name: /^[A-Za-z]{1,60}$/.test(name) ? name : 'Error',
    message: cleanMessage(message),
    version: /^[\w.+-]{0,60}$/.test(version) ? version : '',
  }
}
