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

/** One that was turned away because too many wait is made anew when it is next needed. */
function findStandIn(): Promise<string> {
  standIn ??= hashPassword('stand-in for accounts without a password').catch((error: unknown) => {
    standIn = undefined
    throw error
  })
  return standIn
}

export async function isRightPassword(stored: string | null, password: string): Promise<boolean> {
  // Waited for also where it is not needed: the first who comes would else show by the time it takes whether there is an account.
  const instead = await findStandIn()
  const compared = stored ?? instead
  const isMatch = await inTurn(() => verify(compared, password))
  return stored !== null && isMatch
}
