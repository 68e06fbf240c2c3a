import { Email, hiddenCharacters } from '@saathi/contract/core/fields'
import { jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'
import { Refusal, unauthorised } from '#core/errors.ts'
import type { Limit } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import type { Google } from './keys.ts'

/** The popup's ID token, and the nonce this browser asked Google to repeat. */
export type GoogleProof = { idToken: string; nonce: string }
export type GoogleIdentity = { subject: string; email: string; firstName: string; lastName: string }

/** A popup's token is used right away; an older one may have been stolen. */
const USED_WITHIN_SECONDS = 5 * 60
const CLOCKS_MAY_DIFFER_SECONDS = 60
/** Longer than a token is valid, so that none is accepted twice. */
const once: Limit = { name: 'google.proof', limit: 1, windowSeconds: 15 * 60 }
const NAME_MAX_LENGTH = 60

const Name = z.optional(z.string())
const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  aud: z.string(),
  azp: z.optional(z.string()),
  nonce: z.string(),
  email: Email,
  email_verified: z.literal(true),
  name: Name,
  given_name: Name,
  family_name: Name,
})

export const googleRefused = () => unauthorised('accounts.google_token_refused')

/**
 * Returns the identity once every claim has been checked; the token is then used up. Runs before the transaction,
 * because keys may have to be fetched and because the use must be recorded even if the rest is refused.
 */
export async function verifyGoogleProof(db: Db, now: Date, google: Google | null, proof: GoogleProof): Promise<GoogleIdentity> {
  if (!google) throw googleRefused()
  const claims = await readClaims(google, proof.idToken)
  if (!claims || claims.nonce !== proof.nonce) throw googleRefused()
  if ((claims.azp ?? google.clientId) !== google.clientId) throw googleRefused()
  await requireFirstUse(db, now, `${claims.sub} ${claims.nonce}`)
  return { subject: claims.sub, email: claims.email, ...namesIn(claims) }
}

async function readClaims({ clientId, issuers, findKey, clock }: Google, idToken: string) {
  try {
    const { payload } = await jwtVerify(idToken, findKey, {
      algorithms: ['RS256'],
      issuer: [...issuers],
      audience: clientId,
      currentDate: clock.now(),
      clockTolerance: CLOCKS_MAY_DIFFER_SECONDS,
      maxTokenAge: USED_WITHIN_SECONDS,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const claims = Claims.safeParse(payload)
    return claims.success ? claims.data : null
  } catch (error) {
    if (error instanceof Refusal) throw error
    return null
  }
}

async function requireFirstUse(db: Db, now: Date, key: string): Promise<void> {
  await requireWithinLimits(db, now, [{ limits: [once], key }]).catch((error: unknown) => {
    throw error instanceof Refusal ? googleRefused() : error
  })
}

/** Only prefills the sign-up form: the person may enter something else. */
function namesIn({ name = '', given_name: given = '', family_name: family = '' }: z.infer<typeof Claims>) {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const isSplit = given !== '' || family !== ''
  return { firstName: cut(isSplit ? given : first), lastName: cut(isSplit ? family : rest.join(' ')) }
}

/** Cuts between grapheme clusters, which may be several characters long. */
function cut(name: string): string {
  const letters = [...new Intl.Segmenter('en').segment(name.slice(0, 200).split(hiddenCharacters).join(' ').trim())]
  return letters
    .reduce((text, { segment }) => (text.length + segment.length <= NAME_MAX_LENGTH ? text + segment : text), '')
    .trim()
}
