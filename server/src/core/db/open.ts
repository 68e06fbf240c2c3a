import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.gen.ts'
import { OperatorError } from '../operator-error.ts'

export type Db = Kysely<Tables>

export interface OpenDatabase {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

const { builtins } = pg.types
const int8ArrayOid = 1016

/** A slower query deserves an index or a closer look. */
const SLOW_MS = 200

/** Requests that wait longer for a free connection are refused with 503. */
const WAIT_MS = 5_000

/** A statement used this often is prepared on its connection. */
const USES_BEFORE_PREPARED = 5
/** PostgreSQL uses some ten kilobytes per prepared statement and connection. */
const MAX_PREPARED = 300
const MAX_COUNTED = 3_000

type OpenOptions = {
  url: string
  poolSize?: number
  waitMs?: number
  log: (line: string) => void
  slowMs?: number
  onSlow?: () => void
}

export function openDatabase(options: OpenOptions): OpenDatabase {
  const { log, slowMs = SLOW_MS, onSlow } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    application_name: 'saathi',
    connectionTimeoutMillis: options.waitMs ?? WAIT_MS,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types: columnTypes(),
  })
  // The pool listens only to idle connections; an error on a connection in use would end the process.
  const prepareOn = statementPreparer()
  pool.on('connect', (client) => {
    prepareOn(client)
    client.on('error', (error) => {
      if (!pool.ending) log(`database: a connection was lost: ${error.message}`)
    })
  })
  // The same error for an idle connection. Without a listener it would end the process too.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, queryDurationMillis }) => {
      if (queryDurationMillis < slowMs) return
      onSlow?.()
      // Only the statement, on one line: values are personal data.
      log(`database: ${Math.round(queryDurationMillis)} ms: ${query.sql.replace(/\s+/g, ' ').trim()}`)
    },
  })
  return { db, pool, close: () => closePool(pool) }
}

async function closePool(pool: pg.Pool) {
  if (!pool.ended && !pool.ending) await pool.end()
}

function columnTypes() {
  const types = new pg.TypeOverrides()
  types.setTypeParser(builtins.INT8, toSafeInteger)
  const toTexts = types.getTypeParser(int8ArrayOid, 'text') as unknown as (text: string) => (string | null)[]
  types.setTypeParser(int8ArrayOid, (text: string) => toTexts(text).map((item) => (item === null ? null : toSafeInteger(item))))
  // The driver would return a Date at midnight in the server's time zone, which is another day elsewhere.
  types.setTypeParser(builtins.DATE, (text: string) => text)
  return types
}

function toSafeInteger(text: string) {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database returned ${text}, which a number cannot hold exactly.`)
  return value
}

type Query = (text: unknown, values?: unknown, done?: unknown) => unknown

/** Prepares the most frequent statements: for most of ours, planning takes longer than running. */
function statementPreparer() {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()

  function nameOf(sql: string): string | undefined {
    const name = names.get(sql)
    if (name !== undefined || names.size >= MAX_PREPARED) return name
    // After a migration adds a column, a cached plan that selects all columns would fail.
    if (/^\s*select\s+\*|returning\s+\*|\.\*/i.test(sql)) return undefined
    // Lists of different lengths produce many different statements.
    if (uses.size >= MAX_COUNTED) uses.clear()
    const used = (uses.get(sql) ?? 0) + 1
    uses.set(sql, used)
    if (used >= USES_BEFORE_PREPARED) names.set(sql, `s${names.size}`)
    return names.get(sql)
  }

  return (client: pg.PoolClient) => {
    const query = client.query.bind(client) as Query
    const prepared: Query = (text, values, done) => {
      const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0
      const name = isPlain ? nameOf(text) : undefined
      return name === undefined ? query(text, values, done) : query({ name, text, values }, done)
    }
    client.query = prepared as typeof client.query
  }
}

/** Separate from the locks of migrations and loads, which use one number instead of two. */
const KEY_LOCK_SPACE = 7200

/**
 * Runs a short task exclusively per key, across all processes. It has its own transaction and commits at once, so counters
 * written here survive when the request is refused.
 */
export function withKeyLock<T>(db: Db, key: Buffer, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (locked) => {
    await sql`select pg_advisory_xact_lock(${KEY_LOCK_SPACE}::integer, ${key.readInt32BE(0)}::integer)`.execute(locked)
    return work(locked)
  })
}

const durabilitySettings = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/** An acknowledged message must survive a power cut, so the server refuses a database that could lose it. */
export async function requireDurable(pool: Pick<pg.Pool, 'query'>) {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [durabilitySettings],
  )
  const found = new Map(rows.map(({ name, setting }) => [name, setting]))
  for (const name of durabilitySettings) {
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
