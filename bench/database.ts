import { randomUUID } from 'node:crypto'
import type { Db } from '../server/src/core/ctx.ts'
import { startEmbeddedPostgres } from '../server/src/core/db/embedded.ts'
import { migrate } from '../server/src/core/db/migrate.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { makeScratch, removeScratch } from '../server/src/core/db/scratch-cluster.ts'

/** Runs `work` with its own migrated database and removes it afterwards. */
export async function withDatabase<T>(work: (url: string, folder: string) => Promise<T>): Promise<T> {
  const folder = makeScratch('saathi-bench-')
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  try {
    const { pool, close } = openDatabase({ url: postgres.url, log: () => {} })
    await migrate(pool, { log: () => {} })
    await close()
    return await work(postgres.url, folder)
  } finally {
    await postgres.stop()
    removeScratch(folder)
  }
}

/** Inserts a person who is signed in. */
export async function insertPerson(db: Db, name: string) {
  const now = new Date()
  const { id: personId } = await db
    .insertInto('person')
    .values({
      email: `${name}@saathi.example`,
      provider: 'normal',
      password_hash: 'none',
      role: 'Mentee',
      language_code: 'en',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const signInId = randomUUID()
  const times = { started_at: now, last_used_at: now, confirmed_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  await db
    .insertInto('sign_in')
    .values({ id: signInId, person_id: personId, device: 'Bench', ...times })
    .execute()
  return { personId, signInId }
}
