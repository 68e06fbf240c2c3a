import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.gen.ts'

export type Db = Kysely<Tables>

export interface OpenDatabase {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

const { builtins } = pg.types
const int8ArrayOid = 1016

/** A query slower than this is worth an index or a look. */
const SLOW_MS = 200

/** Who waits longer for a free connection is told to come again. */
const WAIT_MS = 5_000

/** Used so often, a statement is worth a plan that its connection keeps. */
const USES_BEFORE_PREPARED = 5
/** PostgreSQL keeps some ten kilobytes for each of them in each connection. */
const MOST_PREPARED = 300
const MOST_COUNTED = 3_000

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
  // The pool listens only to idle connections; one lost while lent out would otherwise end the process.
  const prepareOn = statementPreparer()
  pool.on('connect', (client) => {
    prepareOn(client)
    client.on('error', (error) => {
      if (!pool.ending) log(`database: a connection was lost: ${error.message}`)
    })
  })
  // The same loss again, of an idle one. Without a listener it would end the process, too.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, queryDurationMillis }) => {
      if (queryDurationMillis < slowMs) return
      onSlow?.()
      // The text alone, on one line: values are what people wrote.
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
  // The driver would make a Date at midnight of the server's own time zone, which is another day elsewhere.
  types.setTypeParser(builtins.DATE, (text: string) => text)
  return types
}

function toSafeInteger(text: string) {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database returned ${text}, which a number cannot hold exactly.`)
  return value
}

type Query = (text: unknown, values?: unknown, done?: unknown) => unknown

/** Lets connections prepare the statements that are asked most: planning one takes longer than running it for most of ours. */
function statementPreparer() {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()

  function nameOf(sql: string): string | undefined {
    const name = names.get(sql)
    if (name !== undefined || names.size >= MOST_PREPARED) return name
    // Once a migration has added a column, a kept plan that reads all columns would be refused.
    if (/^\s*select\s+\*|returning\s+\*|\.\*/i.test(sql)) return undefined
    // Lists of many lengths make many texts.
    if (uses.size >= MOST_COUNTED) uses.clear()
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
