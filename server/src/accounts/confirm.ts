import type { Actor, Ctx, Db } from '#core/ctx.ts'
import { unauthorised } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { findText } from '#core/texts.ts'
import { findOwnProofs, updateConfirmed } from './confirm-store.ts'
import type { Google } from './google-keys.ts'
import { type GoogleProof, googleRefused, verifyGoogleProof } from './google-proof.ts'
import { isRightPassword } from './passwords.ts'
import { claimTry, forgiveTry, releaseTry } from './sign-in-block.ts'

type Desk = { secret: Uint8Array; limits: Limits; google: Google | null }
type Asking = { actor: Actor; now: Date; ip: string }
type Proof = { password: string } | GoogleProof

/** Before the transaction: a try counts whatever comes of it, and looking at a password takes its time. */
export async function requireProof(db: Db, desk: Desk, asking: Asking, proof: Proof): Promise<void> {
  await requireWithin(db, asking.now, [{ limits: desk.limits.confirmPerPerson, key: String(asking.actor.personId) }])
  if ('password' in proof) await requireOwnPassword(db, desk, asking, proof.password)
  else await requireOwnGoogle(db, desk, asking, proof)
}

/** Behind the same block as signing in, or a stolen token would be a second place to guess at. */
async function requireOwnPassword(db: Db, { secret }: Desk, { actor, now, ip }: Asking, password: string): Promise<void> {
  const { email, passwordHash } = await findOwnProofs(db, actor.personId)
  const t = findText(actor.language)
  const claim = await claimTry(db, now, { secret, say: async (key, values) => t(key, values) }, { email, ip })
  const isRight = await isRightPassword(passwordHash, password).catch(async (error: unknown) => {
    await releaseTry(db, now, claim)
    throw error
  })
  if (!isRight) throw unauthorised('accounts.wrong_password', t('firebaseWrongEmailPassword'))
  await forgiveTry(db, now, claim)
}

async function requireOwnGoogle(db: Db, { google }: Desk, { actor, now }: Asking, proof: GoogleProof): Promise<void> {
  const { googleSubject } = await findOwnProofs(db, actor.personId)
  const { subject } = await verifyGoogleProof(db, now, google, proof)
  if (subject !== googleSubject) throw googleRefused()
}

/** For this sign-in alone; another browser of the same person must show it for itself. */
export async function confirmIdentity(ctx: Ctx): Promise<void> {
  await updateConfirmed(ctx.db, ctx.actor.sessionId, ctx.now())
}
