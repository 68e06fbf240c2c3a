import type { Call, CallInput, CallReply } from '@saathi/contract/core/call'
import { ErrorReply } from '@saathi/contract/core/errors'
import { compileWire, type Wire } from '@saathi/contract/core/wire'
import * as z from 'zod/mini'
import { ApiError, unreachable } from '../api-error.ts'
import { reportReachable, reportUnreachable } from '../connection.ts'
import type { RawReply, FormParts, OnProgress, OutgoingRequest } from './forms.ts'
import { reportError } from '../errors/report-error.ts'
import { onServerTime } from '../server-time.ts'
import { timeOutMs } from './time-out.ts'

type Schema = z.ZodMiniType
type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormParts & { fields: Record<string, unknown> }
}
export type ExchangeOptions = {
  signal?: AbortSignal | undefined
  accessToken?: string | null
  idempotencyKey?: string
  onProgress?: OnProgress | undefined
  keepalive?: boolean | undefined
}

/** What the script in index.html has asked for while the first script was still loading. */
type EarlyReplies = {
  /** When, by `performance.now()`. */
  sentAt: number
  renewal: Promise<EarlyReply> | null
  /** The GET calls of the page by URL, all with this token. */
  reads: Map<string, Promise<{ reply: EarlyReply; accessToken: string }>>
}
type EarlyReply = { status: number; ok: boolean; text: string; date: string | null }

declare global {
  // A global of index.html, which has no module.
  var saathiEarly: EarlyReplies | undefined
}

const wires = new WeakMap<Schema, Wire>()
function wireOf(schema: Schema): Wire {
  const known = wires.get(schema)
  if (known) return known
  const wire = compileWire(schema)
  wires.set(schema, wire)
  return wire
}

const toWire = (schema: Schema | undefined, value: unknown): unknown => (schema ? wireOf(schema).toWire(value) : undefined)

/** Sends one request and parses the reply. Token renewal and retries are in api.ts. */
export async function exchange<C extends Call>(call: C, input: CallInput<C>, options: ExchangeOptions): Promise<CallReply<C>> {
  // `send` has checked the input against the call's types; here only its parts matter.
  const parts = input as AnyInput
  const { json, error } = await sendRequest(call, parts, options)
  if (error) throw error
  try {
    const reply = call.reply.parse(wireOf(call.reply).fromWire(json ?? {}, 'drop'))
    return reply as CallReply<C>
  } catch (cause) {
    console.error(`The reply of ${call.method} ${call.path} does not match the contract.`, cause)
    reportError('reply', new Error(`${call.method} ${call.path}`))
    throw new ApiError(500, { code: 'core.broken', message: 'The reply could not be read.' })
  }
}

async function sendRequest(call: Call, parts: AnyInput, options: ExchangeOptions) {
  const { signal, accessToken, idempotencyKey, onProgress, keepalive = false } = options
  // Send the page's language instead of the browser's: messages and emails follow it.
  const headers = new Headers({ 'accept-language': document.documentElement.lang })
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  const controller = new AbortController()
  const stop = () => controller.abort()
  // An upload has its own timer.
  const timer = onProgress ? undefined : setTimeout(stop, timeOutMs)
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    const body = await bodyOf(call, parts, headers)
    const request = { method: call.method, headers, keepalive, signal: controller.signal, ...(body !== undefined && { body }) }
    const url = urlOf(call, parts)
    const { status, ok, text } = await (onProgress
      ? (await forms()).upload(url, request, onProgress, stop)
      : fetchText(url, request))
    const json = parseJson(text)
    const error = ok ? null : toApiError(status, json)
    // Our server reports its own errors as 500; a higher status without our code comes from a proxy whose server is down.
    if (status > 501 && error?.code === 'core.broken') throw error
    reportReachable()
    return { json, error }
  } catch (cause) {
    if (signal?.aborted) throw cause
    reportUnreachable()
    throw unreachable(controller.signal.aborted ? 'timed out' : 'no answer')
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

async function fetchText(url: URL, request: OutgoingRequest): Promise<RawReply> {
  const early = await takeEarlyReply(url, request)
  if (early) {
    onServerTime(early.date)
    return early
  }
  const response = await fetch(url, request)
  onServerTime(response.headers.get('date'))
  return { status: response.status, ok: response.ok, text: await response.text() }
}

function urlOf(call: Call, { params = {}, query = {} }: AnyInput): URL {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(toWire(call.query, query) ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(each))
  }
  return url
}

/** Loaded with the first form: the sign-in page sends none and must stay small. */
const forms = () => import('./forms.ts')

async function bodyOf(call: Call, { body, form }: AnyInput, headers: Headers): Promise<string | FormData | undefined> {
  if (call.form && form) return (await forms()).toFormData(toWire(call.form.fields, form.fields), form)
  if (!call.body) return undefined
  headers.set('content-type', 'application/json')
  return JSON.stringify(toWire(call.body, body ?? {}))
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toApiError(status: number, json: unknown): ApiError {
  const parsed = z.safeParse(ErrorReply, wireOf(ErrorReply).fromWire(json, 'drop'))
  // A proxy's reply is not in our format; only its status is useful.
  return new ApiError(status, parsed.success ? parsed.data : { code: 'core.broken', message: '' })
}

/** Later the data would be old: this is only for the first page. */
const usableMs = 20_000

/** Each reply is used once. Null if this was not requested early, or failed: the caller then sends the request as usual. */
async function takeEarlyReply(url: URL, { method, headers }: { method: string; headers: Headers }) {
  const early = globalThis.saathiEarly
  if (!early || performance.now() - early.sentAt > usableMs) return null
  if (method === 'POST' && url.pathname === '/api/v2/identity/refresh/') {
    const { renewal } = early
    early.renewal = null
    return (await renewal?.catch(() => null)) ?? null
  }
  const key = `${url.pathname}${url.search}`
  const read = method === 'GET' ? early.reads.get(key) : undefined
  early.reads.delete(key)
  const found = await read?.catch(() => null)
  // Another tab may have signed in someone else since.
  const sent = headers.get('authorization')
  return found && (sent === null || sent === `Bearer ${found.accessToken}`) ? found.reply : null
}
