import type { Call, CallInput, CallReply } from '@saathi/contract/core/call'
import { ErrorReply } from '@saathi/contract/core/errors'
import { compileWire, type Wire } from '@saathi/contract/core/wire'
import * as z from 'zod/mini'
import { ApiError, unreachable } from './api-error.ts'
import { reportReached, reportUnreachable } from './connection.ts'

const timeOutMs = 10_000

type Schema = z.ZodMiniType
type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: { fields: Record<string, unknown>; files: Record<string, Blob | undefined> }
}
export type ExchangeOptions = { signal?: AbortSignal | undefined; accessToken?: string | null; idempotencyKey?: string }

const wires = new WeakMap<Schema, Wire>()
function wireOf(schema: Schema): Wire {
  const known = wires.get(schema)
  if (known) return known
  const wire = compileWire(schema)
  wires.set(schema, wire)
  return wire
}

const toWire = (schema: Schema | undefined, value: unknown): unknown => (schema ? wireOf(schema).toWire(value) : undefined)

/** One request and its answer; it knows nothing of renewing tokens or trying again. */
export async function exchange<C extends Call>(call: C, input: CallInput<C>, options: ExchangeOptions): Promise<CallReply<C>> {
  // The types of `send` have checked the input against the call; here only its parts matter.
  const parts = input as AnyInput
  const { status, ok, text } = await request(call, parts, options)
  const json = parseJson(text)
  if (!ok) throw refusal(status, json)
  try {
    const reply = call.reply.parse(wireOf(call.reply).fromWire(json ?? {}, 'drop'))
    return reply as CallReply<C>
  } catch (cause) {
    console.error(`The reply of ${call.method} ${call.path} is not what the contract says.`, cause)
    throw new ApiError(500, { code: 'core.broken', message: 'The reply could not be read.' })
  }
}

async function request(call: Call, parts: AnyInput, { signal, accessToken, idempotencyKey }: ExchangeOptions) {
  const headers = new Headers()
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  const body = bodyOf(call, parts, headers)
  const controller = new AbortController()
  const stop = () => controller.abort()
  const timer = setTimeout(stop, timeOutMs)
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    const response = await fetch(urlOf(call, parts), {
      method: call.method,
      headers,
      signal: controller.signal,
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    reportReached()
    return { status: response.status, ok: response.ok, text }
  } catch (cause) {
    if (signal?.aborted) throw cause
    reportUnreachable()
    throw unreachable(controller.signal.aborted ? 'timed out' : 'no answer')
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

function urlOf(call: Call, { params = {}, query = {} }: AnyInput): URL {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(toWire(call.query, query) ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(each))
  }
  return url
}

function bodyOf(call: Call, { body, form }: AnyInput, headers: Headers): string | FormData | undefined {
  if (call.form && form) return formOf(call.form.fields, form)
  if (!call.body) return undefined
  headers.set('content-type', 'application/json')
  return JSON.stringify(toWire(call.body, body ?? {}))
}

function formOf(fieldsSchema: Schema, { fields, files }: NonNullable<AnyInput['form']>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(toWire(fieldsSchema, fields) ?? {})) {
    if (value === undefined) continue
    data.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, file] of Object.entries(files)) if (file) data.append(name, file)
  return data
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(status: number, json: unknown): ApiError {
  const parsed = z.safeParse(ErrorReply, wireOf(ErrorReply).fromWire(json, 'drop'))
  // A proxy in between answers in its own words; only the status is worth keeping then.
  return new ApiError(status, parsed.success ? parsed.data : { code: 'core.broken', message: '' })
}
