import { type Access, ProviderFailure } from './provider.ts'

export type TransportRequest = {
  method: string
  url: URL
  headers?: Readonly<Record<string, string>>
  body?: string
  /** An overall limit for several requests. */
  signal?: AbortSignal
}
export type TransportReply = { status: number; header: (name: string) => string | null; text: string }
/** Injected, so that a fake provider can replace the network. */
export type Transport = (request: TransportRequest) => Promise<TransportReply>

/** The largest reply we need is a list of calendars. */
const MAX_BYTES = 1024 * 1024
const USER_AGENT = 'Saathi/1.0 (calendar)'

/**
 * The URLs are set by the operator, so they are requested directly. Redirects are rejected: they could send a token elsewhere.
 */
export function openTransport(answerWithinMs: number): Transport {
  return async ({ method, url, headers, body, signal }) => {
    try {
      const response = await fetch(url, {
        method,
        redirect: 'error',
        headers: { 'user-agent': USER_AGENT, ...headers },
        // Covers the whole exchange, including the body.
        signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), ...(signal ? [signal] : [])]),
        ...(body !== undefined && { body }),
      })
      return { status: response.status, header: (name) => response.headers.get(name), text: await readText(response) }
    } catch (error) {
      throw new ProviderFailure('down', `${url.host} could not be reached`, { cause: error })
    }
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('The reply is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Adds the credentials; after a 401, renews them and retries once. */
export async function sendWithAccess(transport: Transport, access: Access, request: TransportRequest): Promise<TransportReply> {
  const send = () => transport({ ...request, headers: { ...request.headers, authorization: access.header() } })
  const first = await send()
  if (first.status !== 401) return first
  await access.renew()
  const second = await send()
  if (second.status === 401) throw new ProviderFailure('revoked', `${request.url.host} no longer grants access`)
  return second
}

export const isOk = ({ status }: TransportReply): boolean => status >= 200 && status < 300
export const isGone = ({ status }: TransportReply): boolean => status === 404 || status === 410

/** The general meaning of a status; provider-specific codes are handled in their own files. */
export function failureOf(reply: TransportReply, host: string): ProviderFailure {
  const { status } = reply
  const message = `${host} answered ${status}`
  const retryAfterSeconds = retryAfterOf(reply)
  if (status === 429 || (status >= 500 && retryAfterSeconds !== null)) {
    return new ProviderFailure('busy', message, { retryAfterSeconds })
  }
  const isPassing = status >= 500 || status === 408 || status === 423
  return new ProviderFailure(isPassing ? 'down' : 'refused', message)
}

/** The header contains seconds, or a date by the sender's clock. */
function retryAfterOf({ header }: TransportReply): number | null {
  const value = header('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const seconds = Math.ceil((Date.parse(value) - Date.parse(header('date') ?? '')) / 1000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}

/** Null if it is not JSON; the caller's schema then rejects it. */
export function readJson({ text }: TransportReply): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
