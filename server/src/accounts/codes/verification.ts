import { DAY_MS } from '@saathi/contract/core/time'
import { createHash, randomBytes } from 'node:crypto'
import { RESEND_SECONDS } from '@saathi/contract/accounts/code-calls'
import type { Db, PublicCtx, ListenerCtx } from '#core/ctx.ts'
import { conflict, notFound, Refusal } from '#core/errors.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { isWithinLimits, requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { findMailable, updateEmailVerified, isTaken } from '../address-store.ts'
import type { Translate } from '../signed-out-replies.ts'
import { issueResetCodeUnmailed } from './codes.ts'
import { findLinkForUpdate, hasLinkBetween, insertLink, updateLinkUsed } from './store.ts'

const LINK_MS = 7 * DAY_MS
/** A link issued later than this predates a clock change. */
const CLOCKS_MAY_DIFFER_MS = 60_000

/** 256 random bits cannot be guessed, so their hash needs no key. */
const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * Only links that are really mailed count against an address. The reply is the same for every address; requests that
 * come too soon or too often send nothing.
 */
export async function prepareLink(db: Db, now: Date, limits: Limits, address: string, ip: string): Promise<{ isDue: boolean }> {
  await requireWithinLimits(db, now, [{ limits: limits.codePerIp, key: ipKey(ip) }])
  const person = await findMailable(db, address)
  const lately = [new Date(now.getTime() - RESEND_SECONDS * 1000), new Date(now.getTime() + CLOCKS_MAY_DIFFER_MS)] as const
  if (!person || person.isVerified || (await hasLinkBetween(db, person.personId, lately))) return { isDue: false }
  return { isDue: await isWithinLimits(db, now, { limits: limits.linkPerAddress, key: address }) }
}

export async function sendVerification(ctx: PublicCtx, address: string, isDue: boolean, translate: Translate) {
  const person = isDue ? await findMailable(ctx.db, address) : null
  if (person) {
    await issueLink(ctx, { personId: person.personId, address, name: person.firstName, language: person.language })
  }
  return { message: await translate('answers.linkSent') }
}

export async function issueLink(
  ctx: ListenerCtx,
  { personId, address, name, language }: { personId: number; address: string; name: string; language: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const issuedAt = ctx.now()
  const expiresAt = new Date(issuedAt.getTime() + LINK_MS)
  await insertLink(ctx.db, { tokenHash: hashToken(token), personId, address, issuedAt, expiresAt })
  await ctx.raise({ type: 'accounts.verification_asked', address, name, language, token })
  return token
}

export async function verifyEmail(ctx: PublicCtx, token: string, secret: Uint8Array) {
  const tokenHash = hashToken(token)
  const link = await findLinkForUpdate(ctx.db, tokenHash)
  if (!link) throw notFound('accounts.link_unknown')
  // The address was verified in another way in the meantime, so the link has no effect.
  if (link.isUsed || link.isVerified) throw conflict('accounts.link_used')
  const now = ctx.now().getTime()
  const isFromLater = link.issuedAt.getTime() > now + CLOCKS_MAY_DIFFER_MS
  if (link.expiresAt.getTime() <= now || isFromLater) throw new Refusal(410, 'accounts.link_over')
  await updateLinkUsed(ctx.db, tokenHash, ctx.now())
  await updateEmailVerified(ctx.db, link.personId, ctx.now())
  const code = link.needsPassword ? await issueResetCodeUnmailed(ctx, link.email, secret) : null
  return { email: link.email, needsPassword: link.needsPassword, ...(code !== null && { code }) }
}

export function requireExistsCheckWithin(db: Db, now: Date, limits: Limits, email: string, ip: string): Promise<void> {
  return requireWithinLimits(db, now, [
    { limits: limits.accountExistsPerIp, key: ipKey(ip) },
    { limits: limits.accountExistsPerAddress, key: email },
  ])
}

/** Runs the same query for every address and provider, so that timing reveals nothing. */
export async function accountExists(ctx: PublicCtx, email: string, provider: 'google' | 'normal') {
  return { userExist: await isTaken(ctx.db, email, provider) }
}
