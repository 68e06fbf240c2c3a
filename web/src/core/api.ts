import type { Call, CallInput, CallReply } from '@saathi/contract/core/call'
import { ApiError, isUnreachable, sessionOver } from './api-error.ts'
import { exchange, type ExchangeOptions } from './exchange.ts'
import { renewToken } from './renewal.ts'
import { currentToken, personNow } from './token.ts'
import { newUuid } from './uuid.ts'

export type SendOptions = {
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  /** For a public call that proves itself by a token of its own; the session's is neither used nor renewed. */
  bearer?: string | undefined
  /** How much of the body is on its way, 0 to 1; from the start again where the call is tried twice. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Goes on when the page is gone. */
  keepalive?: boolean | undefined
}

const repeatAfterMs = 400

/** Every call of the product goes through here: wire form, token, renewal, time-out, and one repeat where it is safe. */
export async function send<C extends Call>(call: C, input: CallInput<C>, options: SendOptions = {}): Promise<CallReply<C>> {
  const idempotencyKey = call.idempotencyKey ? (options.idempotencyKey ?? newUuid()) : undefined
  const { signal, bearer, onProgress, keepalive } = options
  const asker = personNow()
  const once = () =>
    sendOnce(call, input, asker, {
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
    // A dropped connection is worth a second try; a silence has used up the person's patience already.
    if (!isUnreachable(error) || Date.now() - startedAt > 2_000 || !navigator.onLine) throw error
    await new Promise((resolve) => setTimeout(resolve, repeatAfterMs))
    // Called off meanwhile, as by a sign-out: to try again would ask for a token that nobody holds any more.
    signal?.throwIfAborted()
    return once()
  }
}

/** Another tab may let someone else in at any moment: what one person asked is never sent, or answered, as another. */
function requireStill(asker: number | null): void {
  if (asker !== null && personNow() !== asker) throw sessionOver()
}

async function sendOnce<C extends Call>(
  call: C,
  input: CallInput<C>,
  asker: number | null,
  options: ExchangeOptions,
): Promise<CallReply<C>> {
  if (call.action === 'public') return exchange(call, input, options)
  async function exchangeWith(accessToken: string) {
    requireStill(asker)
    const reply = await exchange(call, input, { ...options, accessToken })
    // Whoever has left meanwhile may still learn that it was done.
    if (personNow() !== null) requireStill(asker)
    return reply
  }
  requireStill(asker)
  const accessToken = currentToken() ?? (await renewToken())
  try {
    return await exchangeWith(accessToken)
  } catch (error) {
    // Only this code is about the token: a wrong password typed once more is a 401 too, and must not be tried twice.
    if (!(error instanceof ApiError) || error.code !== 'core.signed_out') throw error
    requireStill(asker)
    // Another call may have brought a new token while this one was on its way.
    const latest = currentToken()
    const renewed = latest !== null && latest !== accessToken ? latest : await renewToken()
    return exchangeWith(renewed)
  }
}
