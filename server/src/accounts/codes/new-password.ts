import { ownWords } from '@saathi/contract/accounts/common-password'
import type { Db, PublicCtx } from '#core/ctx.ts'
import { badInput, coreRefusal } from '#core/errors.ts'
import { findMailable, updateEmailVerified, updatePasswordHash } from '../address-store.ts'
import type { Translate } from '../signed-out-replies.ts'
import { requireCodeUsedOnce, requireRightCode } from './codes.ts'
import { endEverySignInOf } from '../sign-in/sign-in.ts'
import { hashPassword, requireGoodPassword } from '../passwords.ts'
import { liftBlocks } from '../sign-in/block.ts'

type PasswordFields = Partial<Record<'newPassword' | 'checkNewPassword' | 'password' | 'confirmPassword', string | undefined>>

/** Exactly one of the two pairs of fields, complete, and no field of the other. */
function requireOnePair({ newPassword, checkNewPassword, password, confirmPassword }: PasswordFields) {
  const pairs = [
    [newPassword, checkNewPassword],
    [password, confirmPassword],
  ] as const
  const filled = pairs.filter(([first, again]) => first !== undefined || again !== undefined)
  const [first, again] = filled[0] ?? []
  if (filled.length !== 1 || first === undefined || again === undefined) throw coreRefusal('core.bad_input')
  return { first, again }
}

type ResetContext = { now: Date; secret: Uint8Array }

/** Runs before the transaction: the code's try counts even if refused, and hashing is slow. */
export async function prepareNewPassword(
  db: Db,
  { email, otp, ...fields }: { email: string; otp: string } & PasswordFields,
  { now, secret }: ResetContext,
): Promise<{ passwordHash: string | null }> {
  const { first, again } = requireOnePair(fields)
  if (first !== again) throw badInput('accounts.passwords_differ')
  requireGoodPassword(first, ownWords({ email }))
  await requireRightCode(db, { address: email, purpose: 'reset' }, { now, secret, code: otp })
  const person = await findMailable(db, email)
  if (person?.provider !== 'normal') return { passwordHash: null }
  // Names are checked only now: earlier, the reply would tell a stranger whose account it is.
  requireGoodPassword(first, ownWords({ ...person, email }))
  return { passwordHash: await hashPassword(first) }
}

/** Signs out everyone who knew the old password, on every device. */
export async function confirmPassword(
  ctx: PublicCtx,
  { email, otp }: { email: string; otp: string },
  { passwordHash }: { passwordHash: string | null },
  { secret, translate }: { secret: Uint8Array; translate: Translate },
) {
  const key = { address: email, purpose: 'reset' } as const
  await requireCodeUsedOnce(ctx, key, { secret, code: otp })
  const person = await findMailable(ctx.db, email)
  if (!person) throw badInput('accounts.code_over')
  await liftBlocks(ctx.db, secret, email)
  if (passwordHash === null) return { message: await translate('answers.passwordNotNeeded'), provider: 'google' as const }
  await updatePasswordHash(ctx.db, person.personId, passwordHash)
  await updateEmailVerified(ctx.db, person.personId, ctx.now())
  await endEverySignInOf(ctx, person.personId, 'password_changed')
  await ctx.raise({ type: 'accounts.password_changed', personId: person.personId })
  return { message: await translate('answers.passwordSet'), provider: 'normal' as const }
}
