import pg from 'pg'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { lockDataDir } from '../db/owner-lock.ts'
import type { Env } from '../env.ts'
import { OperatorError } from '../operator-error.ts'

export type DataLocation = Pick<Env, 'databaseUrl' | 'dataDir' | 's3'>
type ConnectOptions = { log: (line: string) => void; signal?: AbortSignal }
export type DatabaseAccess = { url: string; client: pg.Client }

/**
 * Works while a server is running. If none is running, prevents one from starting: it would lose the database when we stop it.
 */
export async function withDatabase<T>(
  place: DataLocation,
  means: ConnectOptions,
  work: (reached: DatabaseAccess) => Promise<T>,
): Promise<T> {
  if (place.databaseUrl) return await withConnection(place.databaseUrl, means, work)
  const lock = await lockDataDir(place.dataDir).catch(nullIfRunning)
  try {
    return await withEmbedded(place, means, async (reached, reused) => {
      if (!lock && !reused) throw new OperatorError('The server was stopped just now. Start the backup again.')
      return await work(reached)
    })
  } finally {
    await lock?.release()
  }
}

/** Refuses to run while a server uses this data folder. */
export async function withExclusiveDatabase<T>(
  place: DataLocation,
  means: ConnectOptions,
  work: (reached: DatabaseAccess) => Promise<T>,
): Promise<T> {
  const lock = await lockDataDir(place.dataDir)
  try {
    return place.databaseUrl ? await withConnection(place.databaseUrl, means, work) : await withEmbedded(place, means, work)
  } finally {
    await lock.release()
  }
}

function nullIfRunning(error: unknown) {
  if (error instanceof OperatorError) return null
  throw error
}

async function withEmbedded<T>(
  { dataDir }: DataLocation,
  means: ConnectOptions,
  work: (reached: DatabaseAccess, reused: boolean) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: means.log })
  try {
    return await withConnection(postgres.url, means, (reached) => work(reached, postgres.reused))
  } finally {
    await postgres.stop()
  }
}

async function withConnection<T>(
  url: string,
  { signal }: ConnectOptions,
  work: (reached: DatabaseAccess) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'saathi backup', keepAlive: true })
  // The running query fails with the same error and reports it.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw new OperatorError(`The database cannot be reached: ${error instanceof Error ? error.message : String(error)}.`)
  })
  // Also ends a query that waits for a lock.
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
