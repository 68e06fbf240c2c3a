import { createHash, randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate, readMigrations, shippedFolder } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { keyOf } from '../files/file-store.ts'
import { folderStore } from '../files/folder-store.ts'

export const quiet = { log: () => {}, now: new Date('2026-11-15T08:00:00Z') }

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The shipped migrations, or the first of them, plus an extra one. */
export function makeMigrations(folder: string, changes: { upTo?: number; extra?: string }): string {
  const shipped = readMigrations(shippedFolder).slice(0, changes.upTo)
  mkdirSync(folder, { recursive: true })
  for (const { name } of shipped) cpSync(join(shippedFolder, name), join(folder, name))
  const next = String(shipped.length + 1).padStart(4, '0')
  if (changes.extra !== undefined) writeFileSync(join(folder, `${next}_extra.sql`), changes.extra)
  return folder
}

export async function migrateTo(url: string, folder?: string) {
  const { pool, close } = openDatabase({ url, poolSize: 1, log: () => {} })
  await migrate(pool, { log: () => {}, ...(folder && { folder }) })
  await close()
}

/** Every row of every table as PostgreSQL prints it, without using the code under test. */
export async function readEverything(url: string): Promise<Record<string, string[]>> {
  return await withClient(url, async (client) => {
    await client.query("set timezone = 'UTC'")
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'
        and table_name not in ('schema_migration', 'version') and table_name !~ '^queue_stats' order by 1`)
    const all: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      all[name] = rows.map(({ row }) => row).toSorted()
    }
    return all
  })
}

/** Rows and bytes as an upload leaves them; every second file has a thumbnail. */
export async function buildFiles(url: string, dataDir: string, count: number): Promise<string[]> {
  const store = folderStore(join(dataDir, 'files'))
  const keys: string[] = []
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into person (email, provider, password_hash, role, language_code, created_at)
       values ($1, 'normal', 'x', 'Mentee', 'en', now()) returning id`,
      [`${randomUUID()}@saathi.example`],
    )
    for (let at = 0; at < count; at += 1) {
      const id = randomUUID()
      const bytes = Buffer.from(`the bytes of ${id}`.repeat(at + 1))
      const small = at % 2 === 0 ? Buffer.from(`small ${id}`) : null
      await store.put(keyOf(id, 'original'), bytes)
      keys.push(keyOf(id, 'original'))
      if (small) await store.put(keyOf(id, 'thumbnail'), small)
      if (small) keys.push(keyOf(id, 'thumbnail'))
      const row = [id, rows[0]?.id, bytes.length, sha(bytes), small?.length ?? null, small && sha(small)]
      await client.query(
        `insert into file (id, owner_id, purpose, name, type, size, sha256, thumbnail_size, thumbnail_sha256, created_at)
         values ($1, $2, 'document', 'a.pdf', 'application/pdf', $3, $4, $5, $6, now())`,
        row,
      )
    }
  })
  return keys
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
