import { setMaxListeners } from 'node:events'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { request } from 'undici'
import { checkedAgent } from './checked-agent.ts'
import { OutgoingFailure, type Outgoing } from './outgoing.ts'
import { readTarget, type Target } from './outgoing-url.ts'
import { isPublicAddress } from './public-address.ts'

const MAX_REDIRECTS = 3
const TOTAL_MS = 5_000
const MAX_BYTES = 1024 * 1024
const USER_AGENT = 'Saathi/1.0 (link preview)'
const redirects = new Set([301, 302, 303, 307, 308])

export type Purpose = 'link_preview' | 'link_picture' | 'gif_search'
/** All purposes for which the server fetches user-given URLs: the accepted types, and where reading may stop. */
const purposes: Readonly<Record<Purpose, { types: readonly string[] } & Omit<BodyLimits, 'maxBytes'>>> = {
  link_preview: { types: ['text/html', 'application/xhtml+xml'], enoughAt: '</head' },
  link_picture: { types: ['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/gif'] },
  gif_search: { types: ['application/json'] },
}

export type FetchedContent = { url: string; contentType: string; body: Buffer }

/** Returns the remaining time, for callers that fetch a second URL within the same limit. */
export function fetchDeadline(): () => number {
  const endsAt = performance.now() + TOTAL_MS
  return () => endsAt - performance.now()
}

/** The only client for URLs from users. Throws nothing but OutgoingFailure. */
export async function fetchGuarded(
  outgoing: Outgoing,
  address: string,
  purpose: Purpose,
  withinMs: number = TOTAL_MS,
): Promise<FetchedContent> {
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  // One timer for everything: name resolution, redirects and the whole body.
  const timer = setTimeout(() => ending.abort(new OutgoingFailure('time')), withinMs)
  try {
    return await Promise.race([followAll(outgoing, address, purpose, ending.signal), rejectOnAbort(ending.signal)])
  } catch (error) {
    if (ending.signal.aborted) throw new OutgoingFailure('time', { cause: error })
    throw error instanceof OutgoingFailure ? error : new OutgoingFailure('unreachable', { cause: error })
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}

export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new OutgoingFailure('time')), { once: true })
  })
}

async function followAll(outgoing: Outgoing, address: string, purpose: Purpose, signal: AbortSignal): Promise<FetchedContent> {
  let target = requireTarget(readTarget(address))
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const outcome = await requestOnce(outgoing, target, purpose, signal)
    if (!('location' in outcome)) return outcome
    target = requireTarget(readTarget(outcome.location, target.url))
  }
  throw new OutgoingFailure('redirects')
}

function requireTarget(target: Target | null): Target {
  if (!target) throw new OutgoingFailure('url')
  return target
}

async function requestOnce(
  outgoing: Outgoing,
  target: Target,
  purpose: Purpose,
  signal: AbortSignal,
): Promise<FetchedContent | { location: string }> {
  const { types, ...limits } = purposes[purpose]
  const addresses = await requirePublic(outgoing, target, signal)
  const agent = checkedAgent(outgoing, target.host, target.isAddress, addresses)
  try {
    const { statusCode, headers, body } = await request(target.url, {
      method: 'GET',
      dispatcher: agent,
      signal,
      headers: { 'user-agent': USER_AGENT, accept: types.join(', '), 'accept-encoding': 'gzip, br' },
    })
    // An error on a stream that is never read must not end the process.
    body.on('error', () => {})
    const location = textOf(headers['location'])
    if (redirects.has(statusCode) && location) return { location }
    if (statusCode !== 200) throw new OutgoingFailure('status')
    const contentType = textOf(headers['content-type'])
    if (!types.includes(contentType.split(';')[0]?.trim().toLowerCase() ?? '')) throw new OutgoingFailure('type')
    const encoding = textOf(headers['content-encoding']).trim().toLowerCase()
    return { url: target.url.href, contentType, body: await readBody(body, encoding, { maxBytes: MAX_BYTES, ...limits }) }
  } finally {
    await agent.destroy()
  }
}

/** A single non-public address refuses the name: mixing both is not an accident. */
export async function requirePublic(outgoing: Outgoing, { host, isAddress }: Target, signal: AbortSignal): Promise<string[]> {
  const addresses = isAddress ? [host] : await outgoing.resolve(host, signal)
  if (addresses.length === 0) throw new OutgoingFailure('unreachable')
  if (!addresses.every(isPublicAddress)) throw new OutgoingFailure('address')
  return addresses
}

const textOf = (header: string | string[] | undefined): string => (Array.isArray(header) ? header[0] : header) ?? ''

type BodyLimits = {
  maxBytes: number
  /** Reading stops early at this text; in lower case. */
  enoughAt?: string
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Counts both compressed and decompressed bytes, so that a bomb ends at the limit. */
async function readBody(source: Readable, encoding: string, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = []
  let tail = ''
  for await (const chunk of counted(decompressed(source, encoding, limits.maxBytes), limits.maxBytes)) {
    chunks.push(chunk)
    if (limits.enoughAt === undefined) continue
    // Keep the end of the last chunk, since the text may span two chunks.
    const text = tail + chunk.toString('latin1').toLowerCase()
    if (text.includes(limits.enoughAt)) break
    tail = text.slice(-limits.enoughAt.length)
  }
  return Buffer.concat(chunks)
}

async function* counted(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > maxBytes) throw new OutgoingFailure('size')
    yield chunk
  }
}

function decompressed(source: Readable, encoding: string, maxBytes: number): Readable {
  if (encoding === '' || encoding === 'identity') return source
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined
  // Several encodings are refused too: no honest page is compressed twice.
  if (!decoder) throw new OutgoingFailure('type')
  // Errors reach the reader through the decoder.
  return pipeline(
    source,
    (compressed: AsyncIterable<Buffer>) => counted(compressed, maxBytes),
    decoder,
    () => {},
  )
}
