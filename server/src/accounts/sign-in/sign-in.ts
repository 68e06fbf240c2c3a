import { DAY_MS } from '@saathi/contract/core/time'
import { randomUUID } from 'node:crypto'
import { isAlive, isRecent } from '#core/clock.ts'
import type { Ctx, Db, PublicCtx, ListenerCtx } from '#core/ctx.ts'
import { forbidden, unauthorised } from '#core/errors.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { CommittingRefusal } from '#core/serve.ts'
import { requireOwnSignIn } from '../access.ts'
import { isRightPassword, requireRoomForPassword } from '../passwords.ts'
import { findCredential, findAccountStatusForShare } from '../store.ts'
import { ACCESS_TOKEN_SECONDS, type Tokens } from '../tokens.ts'
import { claimTry, forgiveTry, type Client, releaseTry, requireNotBlocked } from './block.ts'
import {
  findRefreshToken,
  findSignIns,
  insertRefreshToken,
  insertSignIn,
  lockSignInOf,
  updateOtherTokensUsed,
  updateSignInEnded,
  updateTokenUsed,
  type EndReason,
  updateEverySignInEnded,
} from './store.ts'

const IDLE_MS = 30 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS
/** Two tabs may refresh at the same moment with the same cookie; that is not theft. */
const SAME_MOMENT_MS = 10_000

export type SignedIn = { accessToken: string; expiresIn: number; userId: number; refreshToken: string }

/** Runs before the password is verified, so that a refused attempt costs no hash. Right passwords count too. */
export async function requireSignInWithin(db: Db, now: Date, limits: Limits, secret: Uint8Array, client: Client): Promise<void> {
  requireRoomForPassword()
  await requireNotBlocked(db, now, secret, client)
  await requireWithinLimits(db, now, [{ limits: limits.signInPerIp, key: ipKey(client.ip) }])
}

export function requireRefreshWithin(db: Db, now: Date, limits: Limits, ip: string): Promise<void> {
  return requireWithinLimits(db, now, [{ limits: limits.refreshPerIp, key: ipKey(ip) }])
}

/** Runs before the transaction: hashing takes a tenth of a second and must not hold a connection. */
export async function checkPassword(
  db: Db,
  now: Date,
  secret: Uint8Array,
  { password, ...client }: Client & { password: string },
) {
  const claim = await claimTry(db, now, secret, client)
  try {
    const credential = await findCredential(db, client.email)
    const isRight = await isRightPassword(credential?.passwordHash ?? null, password)
    if (isRight) await forgiveTry(db, now, claim)
    return { credential, isRight }
  } catch (error) {
    await releaseTry(db, now, claim)
    throw error
  }
}

export async function signIn(
  ctx: PublicCtx,
  tokens: Tokens,
  { credential, isRight }: Awaited<ReturnType<typeof checkPassword>>,
  device: string,
): Promise<SignedIn> {
  if (!credential) throw unauthorised('accounts.user_not_found')
  if (credential.provider === 'google' && credential.passwordHash === null) {
    throw forbidden('accounts.use_google')
  }
  if (!isRight) throw wrongPassword()
  // The password may have changed, and all sign-ins ended, while it was being verified.
  const account = await findAccountStatusForShare(ctx.db, credential.personId, credential.passwordHash)
  if (!account) throw wrongPassword()
  // The account's status is revealed only to the owner of the password.
  if (account.isDisabled) throw userDisabled()
  if (!account.isVerified) throw forbidden('accounts.email_not_verified')
  return openSignIn(ctx, tokens, credential.personId, device)
}

const wrongPassword = () => unauthorised('accounts.wrong_password')

export const userDisabled = () => forbidden('accounts.user_disabled')

/** When a sign-in and its first token end. */
export const signInExpiry = (now: Date) => ({
  signIn: new Date(now.getTime() + ABSOLUTE_MS),
  refreshToken: new Date(now.getTime() + IDLE_MS),
})

export async function openSignIn(ctx: PublicCtx, tokens: Tokens, personId: number, device: string): Promise<SignedIn> {
  const signInId = randomUUID()
  const now = ctx.now()
  const expiresAt = signInExpiry(now).signIn
  await insertSignIn(ctx.db, { id: signInId, personId, device, now, expiresAt })
  return issueTokens(ctx, tokens, personId, signInId, expiresAt)
}

async function issueTokens(ctx: PublicCtx, tokens: Tokens, personId: number, signInId: string, limit: Date): Promise<SignedIn> {
  const now = ctx.now()
  const refreshToken = tokens.newRefresh()
  const expiresAt = new Date(Math.min(now.getTime() + IDLE_MS, limit.getTime()))
  await insertRefreshToken(ctx.db, { hash: tokens.hashRefresh(refreshToken), signInId, now, expiresAt })
  const accessToken = await tokens.issueAccess(personId, signInId)
  return { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, userId: personId, refreshToken }
}

const sessionOver = () => unauthorised('accounts.session_over')

/**
 * A token that is used twice means that two people hold it, and ends the sign-in. There are two exceptions. Within a moment, the
 * second use comes from another tab. And the last used token may be used again, because its reply may never have arrived; a thief
 * who holds that reply is detected when using it.
 */
export async function refresh(ctx: PublicCtx, tokens: Tokens, presented: string | undefined): Promise<SignedIn> {
  if (!presented) throw sessionOver()
  const hash = tokens.hashRefresh(presented)
  await lockSignInOf(ctx.db, hash)
  const token = await findRefreshToken(ctx.db, hash)
  const now = ctx.now()
  if (!token || token.endedAt || token.disabledAt || token.deletedAt) throw sessionOver()
  if (!isAlive(token.tokenExpiresAt, now, IDLE_MS / 1000) || !isAlive(token.signInExpiresAt, now, ABSOLUTE_MS / 1000))
    throw sessionOver()
  const { usedAt } = token
  const isSameMoment = usedAt !== null && isRecent(usedAt, now, SAME_MOMENT_MS)
  if (usedAt !== null && usedAt.getTime() !== token.lastUsedAt.getTime() && !isSameMoment) {
    await endSignInById(ctx, token.signInId, 'token_reused')
    await ctx.raise({ type: 'accounts.token_reused', personId: token.personId, device: token.device })
    throw new CommittingRefusal(401, 'accounts.session_over')
  }
  // Either tab's reply may end up as the cookie, so both stay valid until one of them is used.
  if (!isSameMoment) {
    await updateOtherTokensUsed(ctx.db, hash, token.signInId)
    await updateTokenUsed(ctx.db, hash, token.signInId, now)
  }
  return issueTokens(ctx, tokens, token.personId, token.signInId, token.signInExpiresAt)
}

/** Signing out always succeeds: for an unknown cookie there is nothing to end. */
export async function signOut(ctx: PublicCtx, tokens: Tokens, presented: string | undefined): Promise<void> {
  const token = presented && (await findRefreshToken(ctx.db, tokens.hashRefresh(presented)))
  if (token) await endSignInById(ctx, token.signInId, 'signed_out')
}

/** A sign-in that was last used before this has expired, even if nobody ended it. */
export const stillUsedSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS)

export function listSignIns(ctx: Ctx) {
  const now = ctx.now()
  return findSignIns(ctx.db, ctx.actor, { now, usedSince: stillUsedSince(now) })
}

export async function endSignIn(ctx: Ctx, signInId: string): Promise<void> {
  const own = await requireOwnSignIn(ctx, signInId)
  await endSignInById(ctx, own, 'ended_elsewhere')
}

async function endSignInById(ctx: PublicCtx, signInId: string, reason: Parameters<typeof updateSignInEnded>[2]) {
  const personId = await updateSignInEnded(ctx.db, signInId, reason, ctx.now())
  if (personId !== null) await publishSignInsEnded(ctx, personId, [signInId])
}

/** Includes the current sign-in: for a lost phone or a shared password. */
export function endEverySignIn(ctx: Ctx): Promise<void> {
  return endEverySignInOf(ctx, ctx.actor.personId, 'signed_out')
}

/** Every browser and phone of this person. */
export async function endEverySignInOf(ctx: ListenerCtx, personId: number, reason: EndReason): Promise<void> {
  await publishSignInsEnded(ctx, personId, await updateEverySignInEnded(ctx.db, personId, reason, ctx.now()))
}

/** All sign-ins except the current one. */
export async function endOtherSignIns(ctx: Ctx, reason: EndReason): Promise<void> {
  const { personId, sessionId } = ctx.actor
  await publishSignInsEnded(ctx, personId, await updateEverySignInEnded(ctx.db, personId, reason, ctx.now(), sessionId))
}

/** Other domains clean up with the event; open tabs sign out with the push. */
async function publishSignInsEnded(ctx: ListenerCtx, personId: number, signInIds: readonly string[]): Promise<void> {
  for (const signInId of signInIds) await ctx.raise({ type: 'accounts.sign_in_ended', signInId, personId })
  if (signInIds.length > 0) ctx.push({ toSignIns: signInIds, event: { type: 'accounts.sign_in_ended' } })
}
