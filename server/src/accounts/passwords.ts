import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { boundedQueue } from '#core/bounded-queue.ts'

/** OWASP's setting; about 100 ms of one core each. Argon2id is the library's default. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** One core is left to everything else: while people sign in, others read. */
const { inTurn, requireRoom } = boundedQueue({
  atOnce: Math.max(1, availableParallelism() - 1),
  longestWaitMs: 3000,
  usualMs: 100,
})

/** Asked first of all where a password will be looked at: a crowd that is turned away must not cost the database anything. */
export const requireRoomForPassword = requireRoom

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** An account without a password, or no account at all, costs the same as a wrong one. */
let standIn: Promise<string> | undefined

export async function isRightPassword(stored: string | null, password: string): Promise<boolean> {
  standIn ??= hashPassword('stand-in for accounts without a password')
  const compared = stored ?? (await standIn)
  const isMatch = await inTurn(() => verify(compared, password))
  return stored !== null && isMatch
}
