import type { Actor, Ctx, Db } from '#core/ctx.ts'
import { unauthorised } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { findOwnProofs, updateConfirmed } from './store.ts'
import type { Google } from '../google/keys.ts'
import { type GoogleProof, googleRefused, verifyGoogleProof } from '../google/proof.ts'
import { isRightPassword } from '../passwords.ts'
import { claimTry, forgiveTry, releaseTry } from './block.ts'

type ProofDeps = { secret: Uint8Array; limits: Limits; google: Google | null }
type Requester = { actor: Actor; now: Date; ip: string }
type Proof = { password: string } | GoogleProof

/** Runs before the transaction: a try counts even if refused, and verifying a password is slow. */
export async function requireProof(db: Db, deps: ProofDeps, requester: Requester, proof: Proof): Promise<void> {
  await requireWithinLimits(db, requester.now, [{ limits: deps.limits.confirmPerPerson, key: String(requester.actor.personId) }])
  if ('password' in proof) await requireOwnPassword(db, deps, requester, proof.password)
  else await requireOwnGoogle(db, deps, requester, proof)
}

/** Uses the same block as signing in, or a stolen token would allow extra guesses. */
async function requireOwnPassword(db: Db, { secret }: ProofDeps, { actor, now, ip }: Requester, password: string): Promise<void> {
  const { email, passwordHash } = await findOwnProofs(db, actor.personId)
  const claim = await claimTry(db, now, secret, { email, ip })
  const isRight = await isRightPassword(passwordHash, password).catch(async (error: unknown) => {
    await releaseTry(db, now, claim)
    throw error
  })
  if (!isRight) throw unauthorised('accounts.wrong_password', { text: 'firebaseWrongEmailPassword' })
  await forgiveTry(db, now, claim)
}

async function requireOwnGoogle(db: Db, { google }: ProofDeps, { actor, now }: Requester, proof: GoogleProof): Promise<void> {
  const { googleSubject } = await findOwnProofs(db, actor.personId)
  const { subject } = await verifyGoogleProof(db, now, google, proof)
  if (subject !== googleSubject) throw googleRefused()
}

/** For this sign-in only; the person's other browsers must confirm separately. */
export async function confirmIdentity(ctx: Ctx): Promise<void> {
  await updateConfirmed(ctx.db, ctx.actor.sessionId, ctx.now())
}
