import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/core/db/embedded.ts'
import { PlainError } from '../scripts/run.ts'
import { findPostgresBin } from '../scripts/system-needs.ts'
import { onCleanup, makeTempFolder } from './cleanup.ts'

export function systemPostgresBin(): string {
  const bin = findPostgresBin()
  if (!bin) throw new PlainError('Missing: a PostgreSQL server. On Debian: apt-get install postgresql.')
  return bin
}

export type Engine = { name: string; url: string; adminUrl: string; dataDir: string }

/** The system's PostgreSQL, started privately and reached by its address like an operator's database. */
export async function startSystemPostgres(settings: Record<string, string> = {}): Promise<Engine> {
  const dataDir = makeTempFolder()
  const { url, adminUrl, stop } = await startEmbeddedPostgres({ dataDir, bin: systemPostgresBin(), settings })
  onCleanup(stop)
  return { name: 'DATABASE_URL', url, adminUrl, dataDir }
}

/** The bundled PostgreSQL. A server started on this data folder finds it running and uses it. */
export async function startBundledPostgres(): Promise<Engine> {
  const dataDir = makeTempFolder()
  const { url, adminUrl, stop } = await startEmbeddedPostgres({ dataDir })
  onCleanup(stop)
  return { name: 'embedded', url, adminUrl, dataDir }
}

/** The address of the database that a running server keeps in its data folder. It stays under the server's control. */
export async function embeddedAddress(dataDir: string): Promise<{ url: string; adminUrl: string }> {
  const { url, adminUrl, reused, stop } = await startEmbeddedPostgres({ dataDir })
  await stop()
  if (!reused) throw new Error('No server has a database running in this folder.')
  return { url, adminUrl }
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

export function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}

export function systemPostgresVersion(): string {
  const output = spawnSync(join(systemPostgresBin(), 'postgres'), ['--version'], { encoding: 'utf8' }).stdout
  return /(\d+\.\d+)/.exec(output)?.[1] ?? 'unknown'
}
