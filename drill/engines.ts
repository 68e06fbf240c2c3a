import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/core/db/embedded.ts'
import { PlainError } from '../scripts/run.ts'
import { findPostgresBin } from '../scripts/system-needs.ts'
import { atEnd, ownFolder } from './belongings.ts'

export function debianBin(): string {
  const bin = findPostgresBin()
  if (!bin) throw new PlainError('Missing: a PostgreSQL server. On Debian: apt-get install postgresql.')
  return bin
}

export type Engine = { name: string; url: string; adminUrl: string; dataDir: string }

/** The PostgreSQL of the system, started privately and reached as an operator's would be, by its address. */
export async function startDebian(settings: Record<string, string> = {}): Promise<Engine> {
  const dataDir = ownFolder()
  const { url, adminUrl, stop } = await startEmbeddedPostgres({ dataDir, bin: debianBin(), settings })
  atEnd(stop)
  return { name: 'DATABASE_URL', url, adminUrl, dataDir }
}

/** The one we ship, which a server on this data folder finds running and uses. */
export async function startShipped(): Promise<Engine> {
  const dataDir = ownFolder()
  const { url, adminUrl, stop } = await startEmbeddedPostgres({ dataDir })
  atEnd(stop)
  return { name: 'embedded', url, adminUrl, dataDir }
}

/** The address of the database that a running server keeps in its data folder. It stays the server's own. */
export async function addressIn(dataDir: string): Promise<{ url: string; adminUrl: string }> {
  const { url, adminUrl, reused, stop } = await startEmbeddedPostgres({ dataDir })
  await stop()
  if (!reused) throw new Error('No server kept a database in this folder.')
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

export function debianVersion(): string {
  const said = spawnSync(join(debianBin(), 'postgres'), ['--version'], { encoding: 'utf8' }).stdout
  return /(\d+\.\d+)/.exec(said)?.[1] ?? 'unknown'
}
