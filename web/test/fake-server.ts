import type { Call, CallParsed, CallReply } from '@saathi/contract/core/call'
import { coreCodes, ErrorReply } from '@saathi/contract/core/errors'
import { compileWire } from '@saathi/contract/core/wire'
import type * as z from 'zod/mini'
import { FakeUpload } from './fake-upload.ts'

/** The result of a call: a reply, an error reply, no reply, or a network error. */
export type Answer<C extends Call> = CallReply<C> | Refusal | 'hang' | 'network'
export type Refusal = { refusedWith: string; status: number; message: string; more: ErrorDetails }
/** Fields of an error reply other than code and message. */
type ErrorDetails = Pick<ErrorReply, 'errors' | 'nonFieldErrors' | 'retryAfterSeconds'>
type AnswerOrHandler<C extends Call> = Answer<C> | ((input: CallParsed<C>, headers: Headers) => Answer<C> | Promise<Answer<C>>)
type AnyHandler = (input: never, headers: Headers) => unknown
type Fake = { call: Call; path: RegExp; reply: AnyHandler; headers: Headers[]; inputs: unknown[] }

let fakes: Fake[] = []
const unanswered: string[] = []

/** Fake answers are parsed by the contract in both directions, so that they cannot drift from the real ones. */
export function answer<C extends Call>(call: C, reply: AnswerOrHandler<C>) {
  const path = new RegExp(`^${call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const fake: Fake = {
    call,
    path,
    reply: typeof reply === 'function' ? (reply as AnyHandler) : () => reply,
    headers: [],
    inputs: [],
  }
  fakes = [fake, ...fakes]
  return { inputs: fake.inputs as CallParsed<C>[], headers: fake.headers }
}

export function refuse(refusedWith: string, status: number, message = 'No.', more: ErrorDetails = {}): Refusal {
  return { refusedWith, status, message, more }
}

const isRefusal = (value: unknown): value is Refusal => typeof value === 'object' && value !== null && 'refusedWith' in value

function parsePart(schema: z.ZodMiniType | undefined, wire: unknown): unknown {
  return schema ? schema.parse(compileWire(schema).fromWire(wire, 'refuse')) : undefined
}

/** Names declared by the call; in a form with keyed parts all other names are keys. */
function ownNamesOf({ fields, files }: NonNullable<Call['form']>): Set<string> {
  const { def } = fields._zod
  const shape = 'shape' in def && typeof def.shape === 'object' && def.shape !== null ? def.shape : {}
  return new Set(['data', ...Object.keys(files), ...Object.keys(shape)])
}

const readFile = async (file: File) => ({ name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) })
async function readFiles(files: [string, File][]) {
  return Object.fromEntries(await Promise.all(files.map(async ([name, file]) => [name, await readFile(file)])))
}

/** Parses like the server: parts with bytes are files, all others fields; `data` is JSON. */
async function readForm(form: NonNullable<Call['form']>, request: Request) {
  const ownNames = ownNamesOf(form)
  const parts = [...(await request.formData()).entries()]
  const names = parts.map(([name]) => name)
  const doubled = names.find((name, place) => names.indexOf(name) !== place)
  if (doubled !== undefined) throw new Error(`${doubled} is given twice`)
  const files = parts.flatMap(([name, value]): [string, File][] => (value instanceof File ? [[name, value]] : []))
  const texts = parts.flatMap(([name, value]): [string, string][] =>
    // Browsers send form line breaks as CRLF.
    typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [],
  )
  const isOwnFile = ([name]: [string, File]) => name in form.files
  const keyedFiles = files.filter((part) => !isOwnFile(part))
  for (const [place, [name, { size }]] of keyedFiles.entries()) {
    if (!form.keyed || ownNames.has(name) || place >= form.keyed.maxFiles) throw new Error(`${name} is not a file of this call`)
    if (size > form.keyed.maxBytes) throw new Error(`${name} is too large`)
  }
  const isField = ([name]: [string, string]) => !form.keyed || ownNames.has(name)
  const fields = texts.filter(isField).map(([name, text]) => [name, name === 'data' ? JSON.parse(text) : text])
  return {
    fields: parsePart(form.fields, Object.fromEntries(fields)),
    files: await readFiles(files.filter(isOwnFile)),
    ...(form.keyed && {
      keyed: {
        texts: Object.fromEntries(texts.filter((part) => !isField(part))),
        files: await readFiles(keyedFiles),
      },
    }),
  }
}

async function readInput({ call, path }: Fake, request: Request): Promise<unknown> {
  const url = new URL(request.url)
  const text = call.form ? '' : await request.text()
  return {
    ...(call.form && { form: await readForm(call.form, request) }),
    params: call.params?.parse({ ...path.exec(url.pathname)?.groups }),
    query: parsePart(call.query, Object.fromEntries(url.searchParams)),
    body: call.body && parsePart(call.body, JSON.parse(text)),
  }
}

function refusalReply(call: Call, { refusedWith, status, message, more }: Refusal): Response {
  if (!call.errors.includes(refusedWith) && !(refusedWith in coreCodes))
    throw new Error(`${call.path} does not declare ${refusedWith}`)
  return Response.json(compileWire(ErrorReply).toWire({ code: refusedWith, message, ...more }), { status })
}

/** Never replies, but rejects on abort like a real request. */
function neverReply(signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new DOMException('The request was aborted.', 'AbortError'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
  })
}

let clock: Date | null = null
/** Sets the server's Date header, for a device with a wrong clock. */
export function setServerClock(time: Date): void {
  clock = time
}

const realFetch = window.fetch

async function fakeFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const { pathname, protocol } = new URL(request.url)
  // A text file that the test made itself.
  if (protocol === 'blob:') return realFetch(request)
  const fake = fakes.find(({ call, path }) => call.method === request.method && path.test(pathname))
  if (!fake) {
    unanswered.push(`${request.method} ${pathname}`)
    throw new TypeError(`No answer defined for ${request.method} ${pathname}`)
  }
  const parsed = await readInput(fake, request)
  fake.inputs.push(parsed)
  fake.headers.push(request.headers)
  const result = await fake.reply(parsed as never, request.headers)
  if (result === 'hang') return neverReply(request.signal)
  if (result === 'network') throw new TypeError('Failed to fetch')
  if (isRefusal(result)) return refusalReply(fake.call, result)
  const headers = clock ? { date: clock.toUTCString() } : {}
  return Response.json(compileWire(fake.call.reply).toWire(fake.call.reply.parse(result)), { headers })
}

export function startFakeServer(): void {
  window.fetch = fakeFetch
  FakeUpload.goThrough(fakeFetch)
}

/** Returns and clears the list of calls without an answer. */
export function takeUnanswered(): string[] {
  return unanswered.splice(0)
}

export function resetFakeServer(): void {
  fakes = []
  clock = null
  FakeUpload.made.length = 0
}
