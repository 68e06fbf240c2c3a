import { createHash, timingSafeEqual } from 'node:crypto'
import type { Db, PublicCtx } from '#core/ctx.ts'
import { badField, badInput, forbidden } from '#core/errors.ts'
import { hashWord, JOURNEY_SECONDS, newWord } from './oauth-browser.ts'
import type { OAuthClient } from './oauth-client.ts'
import type { OAuthProvider } from './oauth-rules.ts'
import { insertJourney, takeJourney } from './oauth-store.ts'
import type { CalendarEngine } from './provider-engine.ts'

export const providerOff = () => forbidden('calendar.provider_off', 'This calendar cannot be connected here.')

const foreign = () =>
  badInput('calendar.foreign_state', 'This connection was not begun here, or not just now. Please begin again.', {
    errors: { state: ['This was not begun in this browser, was used before, or has run out.'] },
  })

type Begun = { provider: OAuthProvider; origin: string; redirectUri: string; browser: string }

/** To the provider and back: it carries a word that only this browser, and of us only this row, can answer for. */
export async function beginJourney(
  ctx: Pick<PublicCtx, 'db' | 'now'>,
  engine: CalendarEngine,
  { provider, origin, redirectUri, browser }: Begun,
): Promise<string> {
  const client = requireClient(engine, provider)
  const nonce = newWord()
  const verifier = newWord()
  const nonceHash = hashWord(nonce)
  await insertJourney(ctx.db, nonceHash, {
    provider,
    browserHash: hashWord(browser),
    sealedVerifier: engine.sealVerifier(nonceHash, verifier),
    expiresAt: new Date(ctx.now().getTime() + JOURNEY_SECONDS * 1000),
  })
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return client.authorizationUrl({ origin, redirectUri, state: `${provider}.${nonce}`, challenge })
}

export function requireClient(engine: CalendarEngine, provider: OAuthProvider): OAuthClient {
  const client = engine.clientOf(provider)
  if (!client) throw providerOff()
  return client
}

type Returned = { provider: OAuthProvider; state: string | undefined; browser: string | null }

/**
 * The verifier of a journey that ended where it began; used up by being asked for. Before the transaction, so that a refusal
 * does not bring it back.
 */
export async function endJourney(
  db: Db,
  now: Date,
  engine: CalendarEngine,
  { provider, state, browser }: Returned,
): Promise<string> {
  if (state === undefined || state === '') throw badField('state', 'This field is required')
  const [named, nonce, ...rest] = state.split('.')
  if (nonce === undefined || rest.length > 0) throw foreign()
  const nonceHash = hashWord(nonce)
  const journey = await takeJourney(db, nonceHash)
  if (!journey || named !== provider || journey.provider !== provider || journey.expiresAt <= now) throw foreign()
  if (browser === null || !timingSafeEqual(journey.browserHash, hashWord(browser))) throw foreign()
  return engine.openVerifier(nonceHash, journey.sealedVerifier)
}
