import type { Db } from '#core/ctx.ts'
import { oneAtATime } from '#core/db/one-at-a-time.ts'
import { tooMany } from '#core/errors.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Say } from './answer-language.ts'
import { keyedHash } from './keyed-hash.ts'
import * as store from './sign-in-block-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const WINDOW_HERE_MS = 15 * MINUTE_MS
const WINDOW_ANYWHERE_MS = HOUR_MS
const BLOCK_MS = HOUR_MS
const most: store.Counts = { fromHere: 5, fromAnywhere: 20 }

export type Guard = { secret: Uint8Array; say: Say }
export type Claim = store.Guarded & { id: number }

export type From = { email: string; ip: string }

/** A look at how things stand, which counts nothing: whoever is blocked is told so, however often he comes. */
export async function requireNotBlocked(db: Db, now: Date, guard: Guard, from: From): Promise<void> {
  const endsAt = await findBlockEnd(db, guardedBy(guard, from), now)
  if (endsAt) throw await blocked(guard, now, endsAt)
}

/**
 * Counts a try before the password is looked at, so that of a hundred at the same instant no more are looked at than of a
 * hundred in a row. It stays counted unless it is taken back. An address that nobody has is treated like any other.
 */
export async function claimTry(db: Db, now: Date, guard: Guard, from: From): Promise<Claim> {
  const guarded = guardedBy(guard, from)
  const outcome = await oneAtATime(db, guarded.addressHash, async (locked) => {
    const endsAt = await findBlockEnd(locked, guarded, now)
    if (endsAt) return { endsAt }
    const id = await store.insertTry(locked, guarded, now)
    await blockWhenFull(locked, guarded, now)
    return { id }
  })
  if (outcome.id === undefined) throw await blocked(guard, now, outcome.endsAt)
  return { ...guarded, id: outcome.id }
}

async function blocked({ say }: Guard, now: Date, endsAt: Date) {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
  return tooMany('accounts.blocked_for_an_hour', await say('answers.blockedForAnHour'), seconds)
}

/** The last try that is let through blocks those that follow it; if it was right, it takes the block back with it. */
async function blockWhenFull(db: Db, guarded: store.Guarded, now: Date) {
  const { fromHere, fromAnywhere } = await store.countTries(db, guarded, windows(now))
  if (fromHere >= most.fromHere) await store.saveBlock(db, guarded, after(now, BLOCK_MS))
  if (fromAnywhere >= most.fromAnywhere) await store.saveBlock(db, store.towardsEverybody(guarded), after(now, BLOCK_MS))
}

/** The password was right: what was tried from here before counts no longer. */
export function forgiveTry(db: Db, now: Date, claim: Claim): Promise<void> {
  return takeBack(db, now, claim, 'from here')
}

/** The password was never looked at, as when too many wait: this one try counts no longer. */
export function releaseTry(db: Db, now: Date, claim: Claim): Promise<void> {
  return takeBack(db, now, claim, { id: claim.id })
}

/** In turn with the claims: one that is just blocking because of this very try is waited for, and its block goes too. */
const takeBack = (db: Db, now: Date, claim: Claim, what: { id: number } | 'from here') =>
  oneAtATime(db, claim.addressHash, (locked) => store.deleteTries(locked, claim, what, { since: windows(now), most }))

/** The owner of the mailbox always gets in again. */
export function liftBlocks(db: Db, secret: Uint8Array, email: string): Promise<void> {
  return store.deleteEverythingAgainst(db, addressHash(secret, email))
}

const addressHash = (secret: Uint8Array, email: string) => keyedHash(secret, 'sign-in to', email)

const guardedBy = ({ secret }: Guard, { email, ip }: From): store.Guarded => ({
  addressHash: addressHash(secret, email),
  ipHash: keyedHash(secret, 'sign-in from', ipKey(ip)),
})

const findBlockEnd = (db: Db, guarded: store.Guarded, now: Date) =>
  store.findBlockEnd(db, guarded, { now, latest: after(now, BLOCK_MS + MINUTE_MS) })

const windows = (now: Date): store.Since => ({
  here: after(now, -WINDOW_HERE_MS),
  anywhere: after(now, -WINDOW_ANYWHERE_MS),
  // Of two at once the later may come first, and servers' clocks differ a little; beyond that the clock was set back.
  until: after(now, MINUTE_MS),
})

const after = (time: Date, ms: number) => new Date(time.getTime() + ms)
