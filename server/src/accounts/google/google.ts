import type { Db, PublicCtx } from '#core/ctx.ts'
import { forbidden } from '#core/errors.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import type { Google } from './keys.ts'
import { type GoogleIdentity, googleRefused } from './proof.ts'
import type { SignUpTokens } from './sign-up-token.ts'
import { findPersonByGoogleForShare } from '../sign-in/store.ts'
import { openSignIn, type SignedIn, userDisabled } from '../sign-in/sign-in.ts'
import { findCredential } from '../store.ts'
import type { Tokens } from '../tokens.ts'

export type SignUpNeeded = { signUpNeeded: true; signUpToken: string; email: string; firstName: string; lastName: string }

/** Runs before the token is checked: each check costs a signature and sometimes a request to Google. */
export function requireGoogleWithin(db: Db, now: Date, limits: Limits, ip: string): Promise<void> {
  return requireWithinLimits(db, now, [{ limits: limits.googlePerIp, key: ipKey(ip) }])
}

export function requireGoogle(google: Google | null): Google {
  if (!google) throw forbidden('accounts.google_off')
  return google
}

/** Public settings the browser needs to open the popup. */
export function describeGoogle(google: Google | null) {
  if (!google) return null
  const { clientId, authorizationUrl, redirectUri } = google
  return { clientId, authorizationUrl, redirectUri }
}

/**
 * Only the subject identifies a person. An address can change hands, so an account with the same address is not opened,
 * even if Google has verified it.
 */
export async function signInWithGoogle(
  ctx: PublicCtx,
  tokens: Tokens,
  signUps: SignUpTokens,
  identity: GoogleIdentity,
  device: string,
): Promise<SignedIn | SignUpNeeded> {
  const person = await findPersonByGoogleForShare(ctx.db, identity.subject)
  if (person?.isDisabled) throw userDisabled()
  if (person) return openSignIn(ctx, tokens, person.personId, device)
  const sameAddress = await findCredential(ctx.db, identity.email)
  if (sameAddress?.provider === 'normal') {
    throw forbidden('accounts.use_password')
  }
  if (sameAddress) throw googleRefused()
  const { email, firstName, lastName } = identity
  return { signUpNeeded: true, signUpToken: await signUps.issue(identity), email, firstName, lastName }
}
