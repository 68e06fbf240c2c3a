import pg from 'pg'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { lockDataDir } from '../db/owner-lock.ts'
import type { Env } from '../env.ts'
import { OperatorError } from '../operator-error.ts'

export type Place = Pick<Env, 'databaseUrl' | 'dataDir' | 's3'>
type Means = { log: (line: string) => void; signal?: AbortSignal }
export type Reached = { url: string; client: pg.Client }

/** Beside a running server. Where none runs, none may start meanwhile: it would lose the database when we stop it. */
export async function besideServer<T>(place: Place, means: Means, work: (reached: Reached) => Promise<T>): Promise<T> {
  if (place.databaseUrl) return await connected(place.databaseUrl, means, work)
  const lock = await lockDataDir(place.dataDir).catch(isRunning)
  try {
    return await inEmbedded(place, means, async (reached, reused) => {
      if (!lock && !reused) throw new OperatorError('The server was stopped just now. Start the backup again.')
      return await work(reached)
    })
  } finally {
    await lock?.release()
  }
}

/** Never while a server uses this data folder. */
export async function insteadOfServer<T>(place: Place, means: Means, work: (reached: Reached) => Promise<T>): Promise<T> {
  const lock = await lockDataDir(place.dataDir)
  try {
    return place.databaseUrl ? await connected(place.databaseUrl, means, work) : await inEmbedded(place, means, work)
  } finally {
    await lock.release()
  }
}

function isRunning(error: unknown) {
  if (error instanceof OperatorError) return null
  throw error
}

async function inEmbedded<T>(
  { dataDir }: Place,
  means: Means,
  work: (reached: Reached, reused: boolean) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: means.log })
  try {
    return await connected(postgres.url, means, (reached) => work(reached, postgres.reused))
  } finally {
    await postgres.stop()
  }
}

async function connected<T>(url: string, { signal }: Means, work: (reached: Reached) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'saathi backup', keepAlive: true })
  // The query under way fails with the same error, and is the one to tell.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw new OperatorError(`The database cannot be reached: ${error instanceof Error ? error.message : String(error)}.`)
  })
  // Also ends a query that waits for somebody's lock.
  const interrupt = () => void client.end()
  signal?.addEventListener('abort', interrupt)
  try {
    signal?.throwIfAborted()
    return await work({ url, client })
  } finally {
    signal?.removeEventListener('abort', interrupt)
    await client.end()
  }
}
