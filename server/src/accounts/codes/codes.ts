import { MINUTE_MS } from '@saathi/contract/core/time'
import { randomBytes, randomInt } from 'node:crypto'
import { RESEND_SECONDS, CODE_LENGTH } from '@saathi/contract/accounts/code-calls'
import type { Ctx, Db, PublicCtx } from '#core/ctx.ts'
import { Refusal, tooMany } from '#core/errors.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { type Attempt, countWork, requireNotExhausted, requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { findMailable, isTaken } from '../address-store.ts'
import { type CodeKey, findCodeStatus, saveCode, tryCode, updateCodeUsed, type CodePurpose } from './store.ts'
import { keyedHash } from '../crypto.ts'
import { refuseForm, resolveLanguage, type Translate } from '../signed-out-replies.ts'

const UNVERIFIED_MS = 10 * MINUTE_MS
const VERIFIED_MS = 30 * MINUTE_MS
const RESEND_MS = RESEND_SECONDS * 1000
/** Shared by all calls that take a code: checking it, signing up and choosing a password. */
const MAX_WRONG_TRIES = 5

/** A code is valid for one address and one purpose; both are part of the hash. */
export const hashCode = (secret: Uint8Array, { address, purpose }: CodeKey, code: string): Buffer =>
  keyedHash(secret, 'one-time code', purpose, address, code.trim().toUpperCase())

type CodeRequest = { now: Date; limits: Limits; ip: string }

/**
 * Runs before the transaction, so that the count per IP survives a refusal. The count per address is made when the code is
 * stored.
 */
export async function requireCodeRequestAllowed(db: Db, { address, purpose }: CodeKey, { now, limits, ip }: CodeRequest) {
  await requireFewCodes(() => requireWithinLimits(db, now, [{ limits: limits.codePerIp, key: ipKey(ip) }]))
  if (purpose === 'sign_up' && (await isTaken(db, address))) throw alreadySignedUp()
  const status = await findCodeStatus(db, { address, purpose })
  const secondsLeft = status ? Math.ceil((status.issuedAt.getTime() + RESEND_MS - now.getTime()) / 1000) : 0
  const isSpoilt = purpose === 'reset' && status !== null && status.wrongTries >= MAX_WRONG_TRIES
  if (secondsLeft > 0 && secondsLeft <= RESEND_SECONDS + 60 && !isSpoilt) {
    throw codeTooSoon(Math.min(secondsLeft, RESEND_SECONDS))
  }
  await requireFewCodes(() => requireNotExhausted(db, now, attemptOf({ address, purpose }, { limits, ip })))
}

function attemptOf({ address, purpose }: CodeKey, { limits, ip }: Omit<CodeRequest, 'now'>): Attempt {
  if (purpose === 'reset') return { limits: limits.resetPerAddressAndIp, key: addressAndIp(address, ip) }
  return { limits: purpose === 'sign_up' ? limits.signUpCodePerAddress : limits.changeCodePerAddress, key: address }
}

const addressAndIp = (address: string, ip: string) => `${address} ${ipKey(ip)}`

async function requireFewCodes(require: () => Promise<void>) {
  try {
    await require()
  } catch (error) {
    if (!(error instanceof Refusal) || error.details.retryAfterSeconds === undefined) throw error
    throw tooMany('accounts.too_many_codes', error.details.retryAfterSeconds)
  }
}

export const alreadySignedUp = () => refuseForm(406, 'accounts.already_signed_up')

const codeTooSoon = (seconds: number) => tooMany('accounts.code_too_soon', seconds, { values: { seconds } })

type CodeSender = { secret: Uint8Array; limits: Limits; ip: string; translate: Translate }

export async function sendSignUpCode(ctx: PublicCtx, address: string, sender: CodeSender & { acceptLanguage: string }) {
  const { secret, acceptLanguage, translate } = sender
  const key = { address, purpose: 'sign_up' } as const
  const code = newCode('sign_up')
  await requireStoredCode(ctx, key, hashCode(secret, key, code), sender)
  const language = await resolveLanguage(ctx.db, acceptLanguage)
  await ctx.raise({ type: 'accounts.code_issued', ...key, name: '', language, code })
  return { message: await translate('answers.codeSent'), errors: [], resendAfterSeconds: RESEND_SECONDS }
}

/** Every address gets the same reply. If no mail is sent, the row stores a hash that no code matches. */
export async function sendResetCode(ctx: PublicCtx, address: string, sender: CodeSender) {
  const { secret, translate } = sender
  const key = { address, purpose: 'reset' } as const
  const code = newCode('reset')
  const person = await findMailable(ctx.db, address)
  const [hash, unmatchable] = [hashCode(secret, key, code), randomBytes(32)]
  await requireStoredCode(ctx, key, person ? hash : unmatchable, sender)
  if (person) {
    const { firstName: name, language } = person
    await ctx.raise({ type: 'accounts.code_issued', ...key, name, language, code })
  }
  return { message: await translate('answers.codeSentIfKnown'), errors: [], resendAfterSeconds: RESEND_SECONDS }
}

/** For someone who has just proved by a mailed link that the address is theirs. Null if a code was mailed a moment ago. */
export async function issueResetCodeUnmailed(ctx: PublicCtx, address: string, secret: Uint8Array): Promise<string | null> {
  const key = { address, purpose: 'reset' } as const
  const code = newCode('reset')
  return (await storeCode(ctx, key, hashCode(secret, key, code))) ? code : null
}

/** Binds the code to this person: someone else requesting the same address gets a different code. */
export const ownCode = (code: string, personId: number): string => `${code.trim()} ${personId}`

/** The mail greets nobody by name, because the address is not theirs yet. */
export async function sendChangeCode(ctx: Ctx, address: string, sender: CodeSender) {
  const { secret, translate } = sender
  const key = { address, purpose: 'change_email' } as const
  const code = newCode('change_email')
  await requireStoredCode(ctx, key, hashCode(secret, key, ownCode(code, ctx.actor.personId)), sender)
  await ctx.raise({ type: 'accounts.code_issued', ...key, name: '', language: ctx.actor.language, code })
  return { message: await translate('answers.codeSent'), errors: [], resendAfterSeconds: RESEND_SECONDS }
}

/** Counted here, so that of concurrent requests only the one that stores its code counts. */
async function requireStoredCode(ctx: PublicCtx, key: CodeKey, hash: Buffer, sender: Pick<CodeSender, 'limits' | 'ip'>) {
  if (!(await storeCode(ctx, key, hash))) throw codeTooSoon(RESEND_SECONDS)
  await requireFewCodes(() => countWork(ctx.db, ctx.now(), attemptOf(key, sender)))
}

/** False if a code was issued a moment ago. */
function storeCode(ctx: PublicCtx, key: CodeKey, hash: Buffer): Promise<boolean> {
  const issuedAt = ctx.now()
  const expiresAt = later(issuedAt, UNVERIFIED_MS)
  // Allows for small clock differences. A code issued in the future does not count: the clock was set back since.
  const unlessBetween = [later(issuedAt, -RESEND_MS), later(issuedAt, MINUTE_MS)] as const
  // A stranger may have used up the tries of the owner's code; its replacement need not wait two minutes.
  const spoiltFrom = key.purpose === 'reset' ? MAX_WRONG_TRIES : null
  return saveCode(ctx.db, key, { hash, issuedAt, expiresAt, unlessBetween, spoiltFrom })
}

export function requireCodeTryWithin(db: Db, now: Date, limits: Limits, ip: string): Promise<void> {
  return requireWithinLimits(db, now, [{ limits: limits.codeTryPerIp, key: ipKey(ip) }])
}

export function requireResetTryWithin(db: Db, now: Date, limits: Limits, { address, ip }: { address: string; ip: string }) {
  return requireWithinLimits(db, now, [
    { limits: limits.codeTryPerIp, key: ipKey(ip) },
    { limits: limits.resetTryPerAddressAndIp, key: addressAndIp(address, ip) },
  ])
}

type CodeAttempt = { now: Date; secret: Uint8Array; code: string }

/**
 * Runs outside the request's transaction, so that a wrong code is counted although the call is refused. Does not use up
 * the code.
 */
export async function requireRightCode(db: Db, key: CodeKey, { now, secret, code }: CodeAttempt): Promise<void> {
  if (db.isTransaction)
    throw new Error('requireRightCode must run before the transaction, or a refusal would roll back the count')
  const hash = hashCode(secret, key, code)
  const isRight = await tryCode(db, key, {
    hash,
    now,
    verifiedUntil: later(now, VERIFIED_MS),
    maxWrongTries: MAX_WRONG_TRIES,
  })
  if (isRight) return
  if (isRight === false) throw refuseForm(400, 'accounts.wrong_code')
  const status = await findCodeStatus(db, key)
  const isDead = status && !status.isUsed && status.expiresAt > now && status.wrongTries >= MAX_WRONG_TRIES
  if (!isDead) throw refuseForm(400, 'accounts.code_over')
  const seconds = Math.max(1, Math.ceil((status.issuedAt.getTime() + RESEND_MS - now.getTime()) / 1000))
  throw refuseForm(429, 'accounts.too_many_tries', { retryAfterSeconds: seconds })
}

/** Runs inside the transaction that the code is for, and is rolled back with it. Of concurrent callers only one succeeds. */
export async function requireCodeUsedOnce(ctx: PublicCtx, key: CodeKey, { secret, code }: Omit<CodeAttempt, 'now'>) {
  const hash = hashCode(secret, key, code)
  if (await updateCodeUsed(ctx.db, key, { hash, now: ctx.now(), maxWrongTries: MAX_WRONG_TRIES })) return
  throw refuseForm(400, 'accounts.code_over')
}

const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

const digits = '0123456789'
/** Without characters that look alike in a mail: 0 and O, 1, I and L. */
const plainLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const plainDigits = '23456789'

/** Six digits for signing up or changing an address; six letters and digits, at least one of each, for a new password. */
export function newCode(purpose: CodePurpose): string {
  if (purpose !== 'reset') return draw(digits)
  // Drawn again rather than patched, so that every valid code is equally likely.
  for (;;) {
    const code = draw(plainLetters + plainDigits)
    if (/\d/.test(code) && /[A-Z]/.test(code)) return code
  }
}

const draw = (alphabet: string) => Array.from({ length: CODE_LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('')
