import { ownWords } from '@saathi/contract/accounts/common-password'
import type { Db, PublicCtx } from '#core/ctx.ts'
import { badInput, coreRefusal } from '#core/errors.ts'
import { findMailable, updateEmailVerified, updatePasswordHash } from './address-store.ts'
import type { Say } from './answer-language.ts'
import { requireCodeUsedOnce, requireRightCode } from './codes.ts'
import { endEverySignInOf } from './end-sign-ins.ts'
import { hashPassword } from './passwords.ts'
import { requireGoodPassword } from './require-password.ts'
import { liftBlocks } from './sign-in-block.ts'

type Typed = Partial<Record<'newPassword' | 'checkNewPassword' | 'password' | 'confirmPassword', string | undefined>>

/** One of the two pairs, whole, and nothing of the other. */
function requireOnePair({ newPassword, checkNewPassword, password, confirmPassword }: Typed) {
  const pairs = [
    [newPassword, checkNewPassword],
    [password, confirmPassword],
  ] as const
  const begun = pairs.filter(([first, again]) => first !== undefined || again !== undefined)
  const [first, again] = begun[0] ?? []
  if (begun.length !== 1 || first === undefined || again === undefined) throw coreRefusal('core.bad_input')
  return { first, again }
}

type Choosing = { now: Date; secret: Uint8Array; say: Say }

/** Before the transaction: the code's try is counted whatever comes of it, and hashing takes its time. */
export async function prepareNewPassword(
  db: Db,
  { email, otp, ...typed }: { email: string; otp: string } & Typed,
  { now, secret, say }: Choosing,
): Promise<{ passwordHash: string | null }> {
  const { first, again } = requireOnePair(typed)
  if (first !== again) throw badInput('accounts.passwords_differ', await say('passwordsDontMatch'))
  await requireGoodPassword(first, ownWords({ email }), say)
  await requireRightCode(db, { address: email, purpose: 'reset' }, { now, secret, say, code: otp })
  const person = await findMailable(db, email)
  if (person?.provider !== 'normal') return { passwordHash: null }
  // The names are looked at only now: before, the answer would tell a stranger whose account it is.
  await requireGoodPassword(first, ownWords({ ...person, email }), say)
  return { passwordHash: await hashPassword(first) }
}

/** Whoever knew the old password is out at once, on every device. */
export async function confirmPassword(
  ctx: PublicCtx,
  { email, otp }: { email: string; otp: string },
  { passwordHash }: { passwordHash: string | null },
  { secret, say }: Omit<Choosing, 'now'>,
) {
  const key = { address: email, purpose: 'reset' } as const
  await requireCodeUsedOnce(ctx, key, { secret, say, code: otp })
  const person = await findMailable(ctx.db, email)
  if (!person) throw badInput('accounts.code_over', await say('answers.codeOver'))
  await liftBlocks(ctx.db, secret, email)
  if (passwordHash === null) return { message: await say('answers.passwordNotNeeded'), provider: 'google' as const }
  await updatePasswordHash(ctx.db, person.personId, passwordHash)
  await updateEmailVerified(ctx.db, person.personId, ctx.now())
  await endEverySignInOf(ctx, person.personId, 'password_changed')
  await ctx.raise({ type: 'accounts.password_changed', personId: person.personId })
  return { message: await say('answers.passwordSet'), provider: 'normal' as const }
}
