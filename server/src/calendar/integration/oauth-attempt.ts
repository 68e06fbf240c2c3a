import { createHash, timingSafeEqual } from 'node:crypto'
import type { Db, PublicCtx } from '#core/ctx.ts'
import { badField, badInput, fieldPhrase, forbidden } from '#core/errors.ts'
import { hashToken, ATTEMPT_SECONDS, newToken } from './oauth-browser.ts'
import type { OAuthClient } from '../providers/oauth-client.ts'
import type { OAuthProvider } from '../providers/oauth-rules.ts'
import { insertAttempt, takeAttempt } from './oauth-store.ts'
import type { CalendarEngine } from '../providers/engine.ts'

export const providerOff = () => forbidden('calendar.provider_off')

const foreignState = () =>
  badInput('calendar.foreign_state', {
    errors: { state: [fieldPhrase('attempt_unknown')] },
  })

type AttemptStart = { provider: OAuthProvider; origin: string; redirectUri: string; browser: string }

/** Starts a connection attempt. Its nonce is bound to this browser and to one row. */
export async function startAttempt(
  ctx: Pick<PublicCtx, 'db' | 'now'>,
  engine: CalendarEngine,
  { provider, origin, redirectUri, browser }: AttemptStart,
): Promise<string> {
  const client = requireClient(engine, provider)
  const nonce = newToken()
  const verifier = newToken()
  const nonceHash = hashToken(nonce)
  await insertAttempt(ctx.db, nonceHash, {
    provider,
    browserHash: hashToken(browser),
    sealedVerifier: engine.sealVerifier(nonceHash, verifier),
    expiresAt: new Date(ctx.now().getTime() + ATTEMPT_SECONDS * 1000),
  })
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return client.authorizationUrl({ origin, redirectUri, state: `${provider}.${nonce}`, challenge })
}

export function requireClient(engine: CalendarEngine, provider: OAuthProvider): OAuthClient {
  const client = engine.clientOf(provider)
  if (!client) throw providerOff()
  return client
}

type AttemptReturn = { provider: OAuthProvider; state: string | undefined; browser: string | null }

/** Returns the verifier of a valid attempt and uses it up. Runs before the transaction, so that a refusal does not restore it. */
export async function finishAttempt(
  db: Db,
  now: Date,
  engine: CalendarEngine,
  { provider, state, browser }: AttemptReturn,
): Promise<string> {
  if (state === undefined || state === '') throw badField('state', 'required')
  const [stateProvider, nonce, ...rest] = state.split('.')
  if (nonce === undefined || rest.length > 0) throw foreignState()
  const nonceHash = hashToken(nonce)
  const attempt = await takeAttempt(db, nonceHash)
  if (!attempt || stateProvider !== provider || attempt.provider !== provider || attempt.expiresAt <= now) throw foreignState()
  if (browser === null || !timingSafeEqual(attempt.browserHash, hashToken(browser))) throw foreignState()
  return engine.openVerifier(nonceHash, attempt.sealedVerifier)
}
