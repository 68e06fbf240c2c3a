import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { cutGraphemes } from './cut.ts'
import { Nothing, Time } from './fields.ts'

export const REPORTS_A_CALL = 10
const MESSAGE_MAX = 200

/** `crash`: an error boundary caught it. `uncaught` and `rejection`: nobody did. `reply`: a reply that breaks the contract. */
export const ClientErrorKind = z.enum(['crash', 'uncaught', 'rejection', 'reply', 'google', 'survey', 'push'])
export type ClientErrorKind = z.infer<typeof ClientErrorKind>

/** Nothing of it says who it was: no id, no address, no words that anybody typed. */
export const ClientError = z.object({
  kind: ClientErrorKind,
  /** The pattern of the page, such as `/mentorship/$sessionId/summary`. */
  route: z.string().check(z.maxLength(120)),
  /** Of the error, such as `TypeError`. */
  name: z.string().check(z.maxLength(60)),
  message: z.string().check(z.maxLength(500)),
  /** Of the web app; empty in development. */
  version: z.string().check(z.maxLength(60)),
})
export type ClientError = z.infer<typeof ClientError>

export const reportClientErrors = defineCall({
  method: 'POST',
  path: '/api/v2/client-errors/',
  summary: 'Report what went wrong in the browser, without a word about who it was',
  action: 'public',
  body: z.object({ errors: z.array(ClientError).check(z.minLength(1), z.maxLength(REPORTS_A_CALL)) }),
  reply: Nothing,
  errors: [],
})

const Counted = z.object({ ...ClientError.shape, count: z.int(), firstAt: Time, lastAt: Time })

export const listClientErrors = defineCall({
  method: 'GET',
  path: '/api/v2/staff/client-errors/',
  summary: 'What went wrong in browsers: how often each kind, and the latest ones',
  action: 'staff.errors',
  query: z.object({ kind: z.optional(ClientErrorKind) }),
  reply: z.object({
    kinds: z.array(z.object({ kind: ClientErrorKind, count: z.int(), lastAt: Time })),
    errors: z.array(Counted).check(z.maxLength(100)),
  }),
  errors: [],
})

const emails = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g
const addresses = /\b(?:https?|wss?|blob|data|file):\S+/gi
/** Names of code stay readable; anything else in quotes may be what somebody typed. */
const quoted = /(["'`])((?:(?!\1).){0,200})\1|[“‘][^”’]{0,200}[”’]/g
const codeName = /^[\w$.-]{1,40}$/
const longWords = /[\w-]{16,}/g
/** Longer than any code of ours, or with a digit in it. */
const isToken = (word: string) => word.length >= 40 || /\d/.test(word)
/** Browsers write their own errors in English: other scripts are somebody's words. */
const otherScripts = /[^\x20-\x7e]+/g

/** Both sides use it: the browser sends nothing else, and the server does not rely on that. */
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

/** A value in place of its name would be an id: only the words of our own routes stay. */
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
