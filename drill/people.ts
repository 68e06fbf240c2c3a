import { randomUUID } from 'node:crypto'
import { insertPerson } from '../bench/database.ts'
import { tokenMaker } from '../server/src/accounts/public.ts'
import { systemClock } from '../server/src/core/clock.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { SECRET } from './server-process.ts'

const tokens = tokenMaker(new TextEncoder().encode(SECRET), systemClock)
/** Well before a token expires. */
const RENEW_AFTER_MS = 120_000

export type Person = { id: number; token: () => Promise<string> }

/** Inserts people who stay signed in for the whole proof. */
export async function signIn(databaseUrl: string, howMany: number): Promise<Person[]> {
  const { db, close } = openDatabase({ url: databaseUrl, log: () => {} })
  try {
    return await Promise.all(
      Array.from({ length: howMany }, async () => {
        const { personId, signInId } = await insertPerson(db, `drill-${randomUUID()}`)
        return { id: personId, token: renewing(() => tokens.issueAccess(personId, signInId)) }
      }),
    )
  } finally {
    await close()
  }
}

function renewing(issue: () => Promise<string>): () => Promise<string> {
  let token = issue()
  let issuedAt = performance.now()
  return () => {
    if (performance.now() - issuedAt > RENEW_AFTER_MS) {
      token = issue()
      issuedAt = performance.now()
    }
    return token
  }
}
