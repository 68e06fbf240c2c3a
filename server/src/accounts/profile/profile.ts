import { ownWords } from '@saathi/contract/accounts/common-password'
import type { Profile } from '@saathi/contract/accounts/entities'
import { type Ctx, type Actor, type Db, sqlState } from '#core/ctx.ts'
import { phraseFor, Refusal } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { requireConfirmed } from '../access.ts'
import { findMailable, insertAddressChange, isTaken, updateEmail, updatePasswordHash } from '../address-store.ts'
import { ownCode, requireCodeUsedOnce, requireRightCode } from '../codes/codes.ts'
import { hashPassword, requireGoodPassword } from '../passwords.ts'
import type { Translate } from '../signed-out-replies.ts'
import { getProfile } from '../service.ts'
import { confirmIdentity } from '../sign-in/confirm.ts'
import { endOtherSignIns } from '../sign-in/sign-in.ts'
import { findOwnProofs } from '../sign-in/store.ts'
import { findLegalVersions, insertConsents, updateAgreedEdition } from '../sign-up/store.ts'
import { changePicture, type NewPicture } from './picture.ts'
import { type ProfileFields, updateProfileFields } from '../store.ts'

// Everything here belongs to the actor, so no access check is needed.

export async function updateProfile(ctx: Ctx, fields: ProfileFields, picture: NewPicture): Promise<Profile> {
  const { personId } = ctx.actor
  await updateProfileFields(ctx.db, personId, {
    ...fields,
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
  })
  await changePicture(ctx, picture)
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
  return getProfile(ctx)
}

/** Records agreement to the current versions of the three texts. Agreeing again keeps the first date. */
export async function agreeToTerms(ctx: Ctx): Promise<void> {
  const { personId } = ctx.actor
  const { terms, privacy, conduct, edition } = await findLegalVersions(ctx.db)
  const consent = { personId, givenAt: ctx.now() }
  await insertConsents(ctx.db, [
    { ...consent, kind: 'terms', version: terms },
    { ...consent, kind: 'privacy', version: privacy },
    { ...consent, kind: 'conduct', version: conduct },
  ])
  await updateAgreedEdition(ctx.db, personId, edition)
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}

/** In the person's own language and without a query: a failed transaction cannot run one. */
export const translatorForActor = ({ language }: Actor): Translate => {
  const t = findText(language)
  return async (key, values) => t(key, values)
}

/** Runs before the transaction and after the current password was verified: hashing is slow. */
export async function prepareOwnPassword(db: Db, newPassword: string, personId: number): Promise<string> {
  const { email } = await findOwnProofs(db, personId)
  const person = await findMailable(db, email)
  requireGoodPassword(newPassword, ownWords({ ...person, email }))
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

export async function requireFreeAddress(db: Db, address: string): Promise<void> {
  if (await isTaken(db, address)) throw addressTaken()
}

export const addressTaken = () =>
  new Refusal(409, 'accounts.address_taken', { errors: { email: [phraseFor('accounts.address_taken')] } })

type EmailChange = { email: string; otp: string }

/** Runs before the transaction, so that a wrong code is counted although the call is refused. */
export async function requireChangeCode(ctx: Pick<Ctx, 'db' | 'actor' | 'now'>, { email, otp }: EmailChange, secret: Uint8Array) {
  await requireConfirmed(ctx)
  const code = ownCode(otp, ctx.actor.personId)
  await requireRightCode(ctx.db, { address: email, purpose: 'change_email' }, { secret, now: ctx.now(), code })
}

/** The old mailbox is notified too: its owner can still claim the account back. */
export async function changeEmail(ctx: Ctx, { email, otp }: EmailChange, secret: Uint8Array): Promise<{ email: string }> {
  const { personId, sessionId: signInId } = ctx.actor
  const now = ctx.now()
  const { email: from } = await findOwnProofs(ctx.db, personId)
  const key = { address: email, purpose: 'change_email' } as const
  await requireCodeUsedOnce(ctx, key, { secret, code: ownCode(otp, personId) })
  if (!(await isEmailUpdated(ctx, personId, email))) throw addressTaken()
  await insertAddressChange(ctx.db, { personId, from, to: email, signInId, now })
  await ctx.raise({ type: 'accounts.email_changed', personId, from, to: email })
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
  ctx.log.info({ personId }, 'accounts: person changed their address')
  return { email }
}

/** If two people take the same address at once, the second waits for the first and then gets false. */
export async function isEmailUpdated({ db, now }: Ctx, personId: number, email: string): Promise<boolean> {
  try {
    return await updateEmail(db, personId, email, now())
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return false
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'
