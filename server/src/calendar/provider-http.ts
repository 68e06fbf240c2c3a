import { type Access, ProviderFailure } from './provider.ts'

export type Asked = {
  method: string
  url: URL
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Where somebody waits for several answers, and not longer than this. */
  signal?: AbortSignal
}
export type Answered = { status: number; header: (name: string) => string | null; text: string }
/** The way to a provider. Handed in, so that one of our own can stand at the other end. */
export type Transport = (asked: Asked) => Promise<Answered>

/** The largest answer that we need is a list of somebody's calendars. */
const MAX_BYTES = 1024 * 1024
const USER_AGENT = 'Saathi/1.0 (calendar)'

/**
 * The addresses are the operator's own choice and no user's wish, so they are asked directly. Where they redirect to is not
 * followed: that would carry a token to somebody else.
 */
export function openTransport(answerWithinMs: number): Transport {
  return async ({ method, url, headers, body, signal }) => {
    try {
      const response = await fetch(url, {
        method,
        redirect: 'error',
        headers: { 'user-agent': USER_AGENT, ...headers },
        // Over everything, the last byte of the body included.
        signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), ...(signal ? [signal] : [])]),
        ...(body !== undefined && { body }),
      })
      return { status: response.status, header: (name) => response.headers.get(name), text: await readText(response) }
    } catch (error) {
      throw new ProviderFailure('down', `${url.host} could not be asked`, { cause: error })
    }
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('The answer is larger than any we need')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** With what opens the calendar. Where that has run out, once more with what is newer. */
export async function askWithAccess(transport: Transport, access: Access, asked: Asked): Promise<Answered> {
  const ask = () => transport({ ...asked, headers: { ...asked.headers, authorization: access.header() } })
  const first = await ask()
  if (first.status !== 401) return first
  await access.renew()
  const second = await ask()
  if (second.status === 401) throw new ProviderFailure('revoked', `${asked.url.host} no longer lets us in`)
  return second
}

export const isFine = ({ status }: Answered): boolean => status >= 200 && status < 300
export const isGone = ({ status }: Answered): boolean => status === 404 || status === 410

/** What everybody means by a status; what a provider means beyond that, its own file knows. */
export function failureOf(answered: Answered, host: string): ProviderFailure {
  const { status } = answered
  const message = `${host} answered ${status}`
  const retryAfterSeconds = retryAfterOf(answered)
  if (status === 429 || (status >= 500 && retryAfterSeconds !== null)) {
    return new ProviderFailure('busy', message, { retryAfterSeconds })
  }
  const isPassing = status >= 500 || status === 408 || status === 423
  return new ProviderFailure(isPassing ? 'down' : 'refused', message)
}

/** In seconds, or as a time of day by the clock of whoever says so. */
function retryAfterOf({ header }: Answered): number | null {
  const said = header('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(said)) return Number(said)
  const seconds = Math.ceil((Date.parse(said) - Date.parse(header('date') ?? '')) / 1000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}

/** Null for what is no JSON: who asked then sees that nothing it needs is in it. */
export function readJson({ text }: Answered): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
