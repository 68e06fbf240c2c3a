import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { isCommonPassword } from '@saathi/contract/accounts/common-password'
import { brokenRules } from '@saathi/contract/accounts/password'
import { boundedQueue } from '#core/bounded-queue.ts'
import { refuseForm } from './signed-out-replies.ts'

/** OWASP's setting; about 100 ms of one core per hash. Argon2id is the library's default. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Leaves one core for everything else while people sign in. */
const { enqueue, requireCapacity } = boundedQueue({
  concurrency: Math.max(1, availableParallelism() - 1),
  maxWaitMs: 3000,
  estimatedMs: 100,
})

/** Check this before verifying a password: requests refused by a full queue must not cost database work. */
export const requireRoomForPassword = requireCapacity

export function hashPassword(password: string): Promise<string> {
  return enqueue(() => hash(password, cost))
}

/** A hash that is verified if there is no account or no password, so that both take as long as a wrong password. */
let standIn: Promise<string> | undefined

/** If the queue was full when this was first needed, it is created the next time. */
function findStandIn(): Promise<string> {
  standIn ??= hashPassword('stand-in for accounts without a password').catch((error: unknown) => {
    standIn = undefined
    throw error
  })
  return standIn
}

export async function isRightPassword(stored: string | null, password: string): Promise<boolean> {
  // Awaited even if not needed: otherwise the time of the first request would reveal whether the account exists.
  const standInHash = await findStandIn()
  const expected = stored ?? standInHash
  const isMatch = await enqueue(() => verify(expected, password))
  return stored !== null && isMatch
}

/** `own`: words that others can guess, such as the person's name and address. */
export function requireGoodPassword(password: string, own: readonly string[]): void {
  if (brokenRules(password).length > 0) throw refuseForm(400, 'accounts.weak_password')
  if (isCommonPassword(password, own)) throw refuseForm(400, 'accounts.common_password')
}
