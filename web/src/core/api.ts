import type { Call, CallInput, CallReply } from '@saathi/contract/core/call'
import { ApiError, isUnreachable, sessionOver } from './api-error.ts'
import { exchange, type ExchangeOptions } from './network/exchange.ts'
import { renewToken } from './network/renewal.ts'
import { currentToken, personNow } from './network/token.ts'
import { newUuid } from './uuid.ts'

export type SendOptions = {
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  /** For a public call with its own token; the session's token is neither used nor renewed. */
  bearer?: string | undefined
  /** Fraction of the body sent, 0 to 1; starts again if the call is retried. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Continues after the page is closed. */
  keepalive?: boolean | undefined
}

const retryAfterMs = 400

/** Every API call goes through here: wire format, token, renewal, timeout and one retry where that is safe. */
export async function send<C extends Call>(call: C, input: CallInput<C>, options: SendOptions = {}): Promise<CallReply<C>> {
  const idempotencyKey = call.idempotencyKey ? (options.idempotencyKey ?? newUuid()) : undefined
  const { signal, bearer, onProgress, keepalive } = options
  const caller = personNow()
  const once = () =>
    sendOnce(call, input, caller, {
      signal,
      onProgress,
      keepalive,
      ...(bearer && { accessToken: bearer }),
      ...(idempotencyKey && { idempotencyKey }),
    })
  if (call.method !== 'GET' && !idempotencyKey) return once()
  const startedAt = Date.now()
  try {
    return await once()
  } catch (error) {
    // Retry a dropped connection, but not a timeout: the person has already waited.
    if (!isUnreachable(error) || Date.now() - startedAt > 2_000 || !navigator.onLine) throw error
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    // If aborted in the meantime (for example by a sign-out), a retry would ask for a token that no longer exists.
    signal?.throwIfAborted()
    return once()
  }
}

/** Another tab may sign in someone else at any time. Never send or answer one person's call as another. */
function requireSamePerson(caller: number | null): void {
  if (caller !== null && personNow() !== caller) throw sessionOver()
}

async function sendOnce<C extends Call>(
  call: C,
  input: CallInput<C>,
  caller: number | null,
  options: ExchangeOptions,
): Promise<CallReply<C>> {
  if (call.action === 'public') return exchange(call, input, options)
  async function exchangeWith(accessToken: string) {
    requireSamePerson(caller)
    const reply = await exchange(call, input, { ...options, accessToken })
    // A person who has just signed out may still receive the reply.
    if (personNow() !== null) requireSamePerson(caller)
    return reply
  }
  requireSamePerson(caller)
  const accessToken = currentToken() ?? (await renewToken())
  try {
    return await exchangeWith(accessToken)
  } catch (error) {
    // Only this code is about the token. A wrong password is also a 401 and must not be retried.
    if (!(error instanceof ApiError) || error.code !== 'core.signed_out') throw error
    requireSamePerson(caller)
    // Another call may have renewed the token in the meantime.
    const latest = currentToken()
    const renewed = latest !== null && latest !== accessToken ? latest : await renewToken()
    return exchangeWith(renewed)
  }
}

/** Fetches a text file by the signed link that a reply contained. */
export async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch(url, { signal })
  if (!reply.ok) throw new Error(`a text file answered ${reply.status}`)
  return reply.text()
}
