import { ownWords } from '@saathi/contract/accounts/common-password'
import { type Actor, type Ctx, type Db, sqlState } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { requireConfirmed } from './access.ts'
import { findMailable, insertAddressChange, isTaken, updateEmail, updatePasswordHash } from './address-store.ts'
import type { Say } from './answer-language.ts'
import { ownCode, requireCodeUsedOnce, requireRightCode } from './codes.ts'
import { confirmIdentity } from './confirm.ts'
import { findOwnProofs } from './confirm-store.ts'
import { endOtherSignIns } from './end-sign-ins.ts'
import { hashPassword } from './passwords.ts'
import { requireGoodPassword } from './require-password.ts'

/** In the person's own language, without asking the database: a transaction that failed cannot be asked. */
export const sayToActor = ({ language }: Actor): Say => {
  const t = findText(language)
  return async (key, values) => t(key, values)
}

type Own = { personId: number; say: Say }

/** Before the transaction, and after the current password was found right: hashing takes its time. */
export async function prepareOwnPassword(db: Db, newPassword: string, { personId, say }: Own): Promise<string> {
  const { email } = await findOwnProofs(db, personId)
  const person = await findMailable(db, email)
  await requireGoodPassword(newPassword, ownWords({ ...person, email }), say)
  return hashPassword(newPassword)
}

/** Ends every other sign-in, in case somebody else knew the old password. This device stays signed in. */
export async function changePassword(ctx: Ctx, passwordHash: string): Promise<void> {
  const { personId } = ctx.actor
  await updatePasswordHash(ctx.db, personId, passwordHash)
  await confirmIdentity(ctx)
  await endOtherSignIns(ctx, 'password_changed')
  await ctx.raise({ type: 'accounts.password_changed', personId })
}

export async function requireFreeAddress(db: Db, address: string, say: Say): Promise<void> {
  if (await isTaken(db, address)) throw await addressTaken(say)
}

async function addressTaken(say: Say) {
  const text = await say('answers.addressTaken')
  return new Refusal(409, 'accounts.address_taken', text, { errors: { email: [text] } })
}

type Change = { email: string; otp: string }
type Desk = { secret: Uint8Array; say: Say }

/** Before the transaction: a wrong code is counted although the call is refused. */
export async function requireChangeCode(ctx: Pick<Ctx, 'db' | 'actor' | 'now'>, { email, otp }: Change, desk: Desk) {
  await requireConfirmed(ctx)
  const code = ownCode(otp, ctx.actor.personId)
  await requireRightCode(ctx.db, { address: email, purpose: 'change_email' }, { ...desk, now: ctx.now(), code })
}

/** The old mailbox learns of it too: who did not do this can still ask for the account back. */
export async function changeEmail(ctx: Ctx, { email, otp }: Change, { secret, say }: Desk): Promise<{ email: string }> {
  const { personId, sessionId: signInId } = ctx.actor
  const now = ctx.now()
  const { email: from } = await findOwnProofs(ctx.db, personId)
  const key = { address: email, purpose: 'change_email' } as const
  await requireCodeUsedOnce(ctx, key, { secret, say, code: ownCode(otp, personId) })
  if (!(await isEmailUpdated(ctx, email))) throw await addressTaken(say)
  await insertAddressChange(ctx.db, { personId, from, to: email, signInId, now })
  await ctx.raise({ type: 'accounts.email_changed', personId, from, to: email })
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
  ctx.log.info({ personId }, 'accounts: a person has changed their address')
  return { email }
}

/** Of two who take the same address at once, the second waits for the first and finds it taken. */
async function isEmailUpdated({ db, actor, now }: Ctx, email: string): Promise<boolean> {
  try {
    return await updateEmail(db, actor.personId, email, now())
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return false
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'
