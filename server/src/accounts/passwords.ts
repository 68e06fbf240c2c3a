import { hash, verify } from '@node-rs/argon2'
import { coreRefusal } from '#core/errors.ts'

/** OWASP's setting; about 100 ms of one core each. Argon2id is the library's default. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Two at a time: more would only make everybody wait for memory, and starve the rest of the server. */
const MAX_AT_ONCE = 2
/** Beyond this a caller would wait over three seconds; better to be told to come back. */
const MAX_WAITING = 60
let running = 0
const waiting: (() => void)[] = []

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_AT_ONCE) running += 1
  else if (waiting.length >= MAX_WAITING) throw coreRefusal('core.too_many', { retryAfterSeconds: 5 })
  // Whoever finishes hands its place over, so nobody slips in between.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, cost))
}

/** An account without a password, or no account at all, costs the same as a wrong one. */
let standIn: Promise<string> | undefined

export async function isRightPassword(stored: string | null, password: string): Promise<boolean> {
  standIn ??= hashPassword('stand-in for accounts without a password')
  const compared = stored ?? (await standIn)
  const isMatch = await queued(() => verify(compared, password))
  return stored !== null && isMatch
}
