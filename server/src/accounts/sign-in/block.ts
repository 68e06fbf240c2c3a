import { HOUR_MS, MINUTE_MS } from '@saathi/contract/core/time'
import type { Db } from '#core/ctx.ts'
import { withKeyLock } from '#core/db/open.ts'
import { tooMany } from '#core/errors.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import { keyedHash } from '../crypto.ts'
import * as store from './block-store.ts'

const WINDOW_HERE_MS = 15 * MINUTE_MS
const WINDOW_ANYWHERE_MS = HOUR_MS
const BLOCK_MS = HOUR_MS
const most: store.TryCounts = { fromHere: 5, fromAnywhere: 20 }

export type Claim = store.TryKey & { id: number }

export type Client = { email: string; ip: string }

/** Read-only check: counts nothing, so a blocked client gets the same reply however often it asks. */
export async function requireNotBlocked(db: Db, now: Date, secret: Uint8Array, client: Client): Promise<void> {
  const endsAt = await findBlockEnd(db, tryKeyOf(secret, client), now)
  if (endsAt) throw blocked(now, endsAt)
}

/**
 * Counts a try before the password is verified, so that concurrent tries get no more guesses than sequential ones. The try stays
 * counted unless it is released. Unknown addresses are treated like any other.
 */
export async function claimTry(db: Db, now: Date, secret: Uint8Array, client: Client): Promise<Claim> {
  const key = tryKeyOf(secret, client)
  const result = await withKeyLock(db, key.addressHash, async (locked) => {
    const endsAt = await findBlockEnd(locked, key, now)
    if (endsAt) return { endsAt }
    const id = await store.insertTry(locked, key, now)
    await blockWhenFull(locked, key, now)
    return { id }
  })
  if (result.id === undefined) throw blocked(now, result.endsAt)
  return { ...key, id: result.id }
}

function blocked(now: Date, endsAt: Date) {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
  return tooMany('accounts.blocked_for_an_hour', seconds)
}

/**
 * The last try that is let through creates the block for the following ones; if its password is right, the block is
 * removed again.
 */
async function blockWhenFull(db: Db, key: store.TryKey, now: Date) {
  const { fromHere, fromAnywhere } = await store.countTries(db, key, windows(now))
  if (fromHere >= most.fromHere) await store.saveBlock(db, key, after(now, BLOCK_MS))
  if (fromAnywhere >= most.fromAnywhere) await store.saveBlock(db, store.forAllClients(key), after(now, BLOCK_MS))
}

/** The password was right: delete all earlier tries from this client. */
export function forgiveTry(db: Db, now: Date, claim: Claim): Promise<void> {
  return takeBack(db, now, claim, 'from here')
}

/** The password was never verified, for example because the queue is full: delete this try. */
export function releaseTry(db: Db, now: Date, claim: Claim): Promise<void> {
  return takeBack(db, now, claim, { id: claim.id })
}

/**
 * Serialised with `claimTry`: waits for a claim that is creating a block because of this try, and removes that block
 * too.
 */
const takeBack = (db: Db, now: Date, claim: Claim, tries: { id: number } | 'from here') =>
  withKeyLock(db, claim.addressHash, (locked) => store.deleteTries(locked, claim, tries, { since: windows(now), most }))

/** The owner of the mailbox can always sign in again. */
export function liftBlocks(db: Db, secret: Uint8Array, email: string): Promise<void> {
  return store.deleteEverythingAgainst(db, addressHash(secret, email))
}

const addressHash = (secret: Uint8Array, email: string) => keyedHash(secret, 'sign-in to', email)

const tryKeyOf = (secret: Uint8Array, { email, ip }: Client): store.TryKey => ({
  addressHash: addressHash(secret, email),
  ipHash: keyedHash(secret, 'sign-in from', ipKey(ip)),
})

const findBlockEnd = (db: Db, key: store.TryKey, now: Date) =>
  store.findBlockEnd(db, key, { now, latest: after(now, BLOCK_MS + MINUTE_MS) })

const windows = (now: Date): store.TryWindows => ({
  here: after(now, -WINDOW_HERE_MS),
  anywhere: after(now, -WINDOW_ANYWHERE_MS),
  // Allows for small clock differences between servers; later tries predate a clock change.
  until: after(now, MINUTE_MS),
})

const after = (time: Date, ms: number) => new Date(time.getTime() + ms)
