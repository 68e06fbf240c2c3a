import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { OperatorError } from '../operator-error.ts'
import { openDatabase, type OpenDatabase, requireDurable } from './open.ts'
import { until } from './test-scratch.ts'

const lines: string[] = []
let clone: Awaited<ReturnType<typeof cloneDatabase>>
let database: OpenDatabase

beforeAll(async () => {
  clone = await cloneDatabase()
  database = openDatabase({ url: clone.url, log: (line) => lines.push(line) })
})

afterAll(async () => {
  await database.close()
  await clone.drop()
})

async function one(expression: string) {
  const { rows } = await database.pool.query<{ value: unknown }>(`select ${expression} as value`)
  return rows[0]?.value
}

test('integers are read as numbers, also in arrays, and an integer that would lose digits is an error', async () => {
  expect(await one('9007199254740991::bigint')).toBe(9_007_199_254_740_991)
  expect(await one("'{1,null,3}'::bigint[]")).toEqual([1, null, 3])
  await expect(one('9007199254740992::bigint')).rejects.toThrow('which a number cannot hold exactly')
})

test('a timestamp is read as a Date and a date as text', async () => {
  expect(await one("'2026-03-01T10:00:00+05:30'::timestamptz")).toEqual(new Date('2026-03-01T04:30:00Z'))
  expect(await one("date '2026-03-01'")).toBe('2026-03-01')
})

test('statements and idle transactions have timeouts, and the connection has our application name', async () => {
  expect(await one("current_setting('statement_timeout')")).toBe('15s')
  expect(await one("current_setting('idle_in_transaction_session_timeout')")).toBe('30s')
  expect(await one("current_setting('application_name')")).toBe('saathi')
})

test('a frequent statement is prepared once per connection, unless it selects all columns', async () => {
  const client = await database.pool.connect()
  onTestFinished(() => client.release())
  for (let at = 0; at < 8; at += 1) {
    await client.query('select key from project where id = $1', [at])
    await client.query('select * from project where id = $1', [at])
  }
  const { rows } = await client.query('select statement from pg_prepared_statements')
  expect(rows).toEqual([{ statement: 'select key from project where id = $1' }])
})

test('a statement still works after a migration has added a column', async () => {
  const read = () => database.db.selectFrom('institution').selectAll().where('code', '=', 'NONE-1').execute()
  for (let at = 0; at < 8; at += 1) await read()
  await database.pool.query('alter table institution add column added_later text')
  expect(await read()).toEqual([])
  await database.pool.query('alter table institution drop column added_later')
})

test("the server's role has no rights beyond its own database", async () => {
  expect(await one('(select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user)')).toBe(false)
})

test('losing a connection in use is logged and does not end the process', async () => {
  const client = await database.pool.connect()
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await until('the loss is logged', () => lines.some((line) => line.startsWith('database: a connection was lost')))
  client.release(true)
  expect(await one('1')).toBe(1)
})

test('an idle connection that is lost is replaced', async () => {
  const killer = openDatabase({ url: clone.url, log: () => {} })
  await one('1')
  await killer.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await killer.close()
  await until('the dead connections have left the pool', () => database.pool.totalCount === 0)
  expect(await one('1')).toBe(1)
})

test('a database that could lose confirmed data is refused', async () => {
  await expect(requireDurable(database.pool)).rejects.toThrow(
    new OperatorError(
      'The database could lose confirmed data: its setting fsync is off. Turn fsync on in PostgreSQL and start again.',
    ),
  )
})
