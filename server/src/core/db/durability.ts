import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'

const settings = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/** An acknowledged message must survive a power cut, so the server refuses a database that could lose it. */
export async function requireDurable(pool: Pick<pg.Pool, 'query'>) {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [settings],
  )
  const found = new Map(rows.map(({ name, setting }) => [name, setting]))
  for (const name of settings) {
    const value = found.get(name) ?? 'unknown'
    if (isDurable(name, value)) continue
    throw new OperatorError(
      `The database could lose confirmed data: its setting ${name} is ${value}. Turn ${name} on in PostgreSQL and start again.`,
    )
  }
}

// remote_apply waits for the local disk and for a standby, so it is stricter than on.
function isDurable(name: string, value: string) {
  return value === 'on' || (name === 'synchronous_commit' && value === 'remote_apply')
}
