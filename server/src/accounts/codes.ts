import { randomBytes } from 'node:crypto'
import { RESEND_SECONDS } from '@saathi/contract/accounts/code-calls'
import type { Ctx, Db, PublicCtx } from '#core/ctx.ts'
import { badInput, Refusal, tooMany } from '#core/errors.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { findMailable, isTaken } from './address-store.ts'
import { answerLanguage, type Say } from './answer-language.ts'
import { type CodeKey, findCodeStanding, saveCode, tryCode, updateCodeUsed } from './code-store.ts'
import { keyedHash } from './keyed-hash.ts'
import { newCode } from './new-code.ts'

const MINUTE_MS = 60_000
const UNVERIFIED_MS = 10 * MINUTE_MS
const VERIFIED_MS = 30 * MINUTE_MS
const RESEND_MS = RESEND_SECONDS * 1000
/** Over all doors together: checking a code, signing up and choosing a password. */
const MAX_WRONG_TRIES = 5

/** A code is good for one address and one purpose, which are part of what is hashed. */
export const hashCode = (secret: Uint8Array, { address, purpose }: CodeKey, code: string): Buffer =>
  keyedHash(secret, 'one-time code', purpose, address, code.trim().toUpperCase())

type Asked = { now: Date; limits: Limits; ip: string; say: Say }

/** Before the transaction, because each of these is counted although the call may be refused. */
export async function requireMayAskForCode(db: Db, { address, purpose }: CodeKey, { now, limits, ip, say }: Asked) {
  await requireFewCodes(say, () => requireWithin(db, now, [{ limits: limits.codePerIp, key: ipKey(ip) }]))
  if (purpose === 'sign_up' && (await isTaken(db, address))) throw await alreadySignedUp(say)
  const standing = await findCodeStanding(db, { address, purpose })
  const secondsLeft = standing ? Math.ceil((standing.issuedAt.getTime() + RESEND_MS - now.getTime()) / 1000) : 0
  const isSpoilt = purpose === 'reset' && standing !== null && standing.wrongTries >= MAX_WRONG_TRIES
  if (secondsLeft > 0 && secondsLeft <= RESEND_SECONDS + 60 && !isSpoilt) {
    throw await codeTooSoon(say, Math.min(secondsLeft, RESEND_SECONDS))
  }
  const ofThisAddress =
    purpose === 'reset'
      ? { limits: limits.resetPerAddressAndIp, key: addressAndIp(address, ip) }
      : { limits: limits.signUpCodePerAddress, key: address }
  await requireFewCodes(say, () => requireWithin(db, now, [ofThisAddress]))
}

const addressAndIp = (address: string, ip: string) => `${address} ${ipKey(ip)}`

async function requireFewCodes(say: Say, require: () => Promise<void>) {
  try {
    await require()
  } catch (error) {
    if (!(error instanceof Refusal) || error.details.retryAfterSeconds === undefined) throw error
    throw tooMany('accounts.too_many_codes', await say('answers.tooManyCodes'), error.details.retryAfterSeconds)
  }
}

export const alreadySignedUp = async (say: Say) => {
  const text = await say('answers.alreadySignedUp')
  return new Refusal(406, 'accounts.already_signed_up', text, { nonFieldErrors: [text] })
}

const codeTooSoon = async (say: Say, seconds: number) =>
  tooMany('accounts.code_too_soon', await say('answers.codeTooSoon', { seconds }), seconds)

type Sending = { secret: Uint8Array; acceptLanguage: string; say: Say }

export async function sendSignUpCode(ctx: PublicCtx, address: string, { secret, acceptLanguage, say }: Sending) {
  const key = { address, purpose: 'sign_up' } as const
  const code = newCode('sign_up')
  await keepCode(ctx, key, hashCode(secret, key, code), say)
  const language = await answerLanguage(ctx.db, acceptLanguage)
  await ctx.raise({ type: 'accounts.code_issued', ...key, name: '', language, code })
  return { message: await say('answers.codeSent'), errors: [], resendAfterSeconds: RESEND_SECONDS }
}

/** Every address is treated alike and gets the same answer; where nobody is to be mailed, the row holds what no code fits. */
export async function sendResetCode(ctx: PublicCtx, address: string, { secret, say }: Sending) {
  const key = { address, purpose: 'reset' } as const
  const code = newCode('reset')
  const person = await findMailable(ctx.db, address)
  const [hash, unfit] = [hashCode(secret, key, code), randomBytes(32)]
  await keepCode(ctx, key, person ? hash : unfit, say)
  if (person) {
    const { firstName: name, language } = person
    await ctx.raise({ type: 'accounts.code_issued', ...key, name, language, code })
  }
  return { message: await say('answers.codeSentIfKnown'), errors: [], resendAfterSeconds: RESEND_SECONDS }
}

/** For someone who has just proved by a mailed link that the address is theirs. Null if a code was mailed a moment ago. */
export async function issueResetCodeUnmailed(ctx: PublicCtx, address: string, secret: Uint8Array): Promise<string | null> {
  const key = { address, purpose: 'reset' } as const
  const code = newCode('reset')
  return (await storeCode(ctx, key, hashCode(secret, key, code))) ? code : null
}

/** Binds the code to this person: somebody else who asks for the same address gets another one. */
export const ownCode = (code: string, personId: number): string => `${code.trim()} ${personId}`

/** The mail greets nobody by name, because the address is not theirs yet. */
export async function sendChangeCode(ctx: Ctx, address: string, { secret, say }: Pick<Sending, 'secret' | 'say'>) {
  const key = { address, purpose: 'change_email' } as const
  const code = newCode('change_email')
  await keepCode(ctx, key, hashCode(secret, key, ownCode(code, ctx.actor.personId)), say)
  await ctx.raise({ type: 'accounts.code_issued', ...key, name: '', language: ctx.actor.language, code })
  return { message: await say('answers.codeSent'), errors: [], resendAfterSeconds: RESEND_SECONDS }
}

async function keepCode(ctx: PublicCtx, key: CodeKey, hash: Buffer, say: Say) {
  if (!(await storeCode(ctx, key, hash))) throw await codeTooSoon(say, RESEND_SECONDS)
}

/** False if one was issued a moment ago. */
function storeCode(ctx: PublicCtx, key: CodeKey, hash: Buffer): Promise<boolean> {
  const issuedAt = ctx.now()
  const expiresAt = later(issuedAt, UNVERIFIED_MS)
  // Of two at once the later may come first; one much later than now was made before the clock was set back.
  const unlessBetween = [later(issuedAt, -RESEND_MS), later(issuedAt, MINUTE_MS)] as const
  // A stranger may have spoilt the owner's code; the next need not wait for the two minutes of that one.
  const spoiltFrom = key.purpose === 'reset' ? MAX_WRONG_TRIES : null
  return saveCode(ctx.db, key, { hash, issuedAt, expiresAt, unlessBetween, spoiltFrom })
}

export function requireMayTryCode(db: Db, now: Date, limits: Limits, ip: string): Promise<void> {
  return requireWithin(db, now, [{ limits: limits.codeTryPerIp, key: ipKey(ip) }])
}

export function requireMayTryReset(db: Db, now: Date, limits: Limits, { address, ip }: { address: string; ip: string }) {
  return requireWithin(db, now, [
    { limits: limits.codeTryPerIp, key: ipKey(ip) },
    { limits: limits.resetTryPerAddressAndIp, key: addressAndIp(address, ip) },
  ])
}

type Trying = { now: Date; secret: Uint8Array; say: Say; code: string }

/** Outside the request's transaction: a wrong code is counted although the call is refused. It does not use the code up. */
export async function requireRightCode(db: Db, key: CodeKey, { now, secret, say, code }: Trying): Promise<void> {
  if (db.isTransaction) throw new Error('Codes are tried before the transaction, or a refusal would forget the try')
  const hash = hashCode(secret, key, code)
  const isRight = await tryCode(db, key, {
    hash,
    now,
    verifiedUntil: later(now, VERIFIED_MS),
    maxWrongTries: MAX_WRONG_TRIES,
  })
  if (isRight) return
  if (isRight === false) throw await refused('accounts.wrong_code', say)
  const standing = await findCodeStanding(db, key)
  const isDead = standing && !standing.isUsed && standing.expiresAt > now && standing.wrongTries >= MAX_WRONG_TRIES
  if (!isDead) throw await refused('accounts.code_over', say)
  const seconds = Math.max(1, Math.ceil((standing.issuedAt.getTime() + RESEND_MS - now.getTime()) / 1000))
  const text = await say('answers.tooManyTries')
  throw new Refusal(429, 'accounts.too_many_tries', text, { nonFieldErrors: [text], retryAfterSeconds: seconds })
}

/** Inside the transaction of what the code is for: rolled back with it, and true for one caller only. */
export async function requireCodeUsedOnce(ctx: PublicCtx, key: CodeKey, { secret, say, code }: Omit<Trying, 'now'>) {
  const hash = hashCode(secret, key, code)
  if (await updateCodeUsed(ctx.db, key, { hash, now: ctx.now(), maxWrongTries: MAX_WRONG_TRIES })) return
  throw await refused('accounts.code_over', say)
}

async function refused(code: 'accounts.wrong_code' | 'accounts.code_over', say: Say) {
  const text = await say(code === 'accounts.wrong_code' ? 'answers.wrongCode' : 'answers.codeOver')
  return badInput(code, text, { nonFieldErrors: [text] })
}

const later = (time: Date, ms: number) => new Date(time.getTime() + ms)
