import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/database.ts'
import { OperatorError } from '../operator-error.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { OpenDatabase } from './open.ts'
import { runChild, scratchFolder, until } from './test-scratch.ts'

const quiet = () => {}
const now = () => new Date('2026-03-01T10:00:00Z')
const opened: (() => Promise<void>)[] = []
let database: OpenDatabase
let url: string

beforeEach(async () => {
  const empty = await createEmptyDatabase()
  url = empty.url
  database = openDatabase({ url, log: quiet })
  opened.push(database.close, empty.drop)
})

afterAll(async () => {
  for (const close of opened) await close()
})

function buildFolder(files: Record<string, string>) {
  const folder = join(scratchFolder(), 'migrations')
  mkdirSync(folder)
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  return folder
}

async function tableNames() {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  return rows.map(({ name }) => name)
}

test('migrations are applied in order, once, with the time of the given clock', async () => {
  const folder = buildFolder({ '0002_more.sql': 'alter table a add y int', '0001_first.sql': 'create table a (x int)' })
  expect(await migrate(database.pool, { log: quiet, folder, now })).toEqual({ applied: ['0001_first.sql', '0002_more.sql'] })
  expect(await migrate(database.pool, { log: quiet, folder, now })).toEqual({ applied: [] })
  const { rows } = await database.pool.query('select number, applied_at from schema_migration order by number')
  expect(rows).toEqual([
    { number: 1, applied_at: now() },
    { number: 2, applied_at: now() },
  ])
})

test('the connection returns to the pool with its usual timeout', async () => {
  await migrate(database.pool, { log: quiet, folder: buildFolder({ '0001_first.sql': 'create table a (x int)' }) })
  expect((await database.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }])
})

test('a file changed after it was applied is refused with its name', async () => {
  const folder = buildFolder({ '0001_first.sql': 'create table a (x int)' })
  await migrate(database.pool, { log: quiet, folder })
  writeFileSync(join(folder, '0001_first.sql'), 'create table a (x bigint)')
  await expect(migrate(database.pool, { log: quiet, folder })).rejects.toThrow(
    new OperatorError('The migration 0001_first.sql was changed after it had been applied. Restore the file and add a new one.'),
  )
})

test('different line breaks are not a change', async () => {
  const folder = buildFolder({ '0001_first.sql': 'create table a (\n x int\n)' })
  await migrate(database.pool, { log: quiet, folder })
  writeFileSync(join(folder, '0001_first.sql'), 'create table a (\r\n x int\r\n)')
  expect(await migrate(database.pool, { log: quiet, folder })).toEqual({ applied: [] })
})

test('a database newer than the code is refused', async () => {
  const files = { '0001_first.sql': 'create table a (x int)' }
  await migrate(database.pool, { log: quiet, folder: buildFolder({ ...files, '0002_later.sql': 'create table b (x int)' }) })
  await expect(migrate(database.pool, { log: quiet, folder: buildFolder(files) })).rejects.toThrow(
    new OperatorError(
      'The database is newer than this version of Saathi: it already has 0002_later.sql. Start the newer version, or restore an older backup.',
    ),
  )
})

test.each([
  ['a gap', { '0001_a.sql': '', '0003_c.sql': '' }, '0003_c.sql should have the number 0002'],
  ['a number used twice', { '0001_a.sql': '', '0001_b.sql': '' }, '0001_b.sql should have the number 0002'],
  ['a name without a number', { 'first.sql': '' }, 'first.sql is not named like 0001_name.sql'],
])('%s is refused before anything is applied', async (_, files, message) => {
  await expect(migrate(database.pool, { log: quiet, folder: buildFolder(files) })).rejects.toThrow(message)
  expect(await tableNames()).toEqual([])
})

test('a failed migration leaves nothing, and the earlier ones stay applied', async () => {
  const folder = buildFolder({ '0001_a.sql': 'create table a (x int)', '0002_b.sql': 'create table b (x int); select 1 / 0' })
  await expect(migrate(database.pool, { log: quiet, folder })).rejects.toThrow(
    'The migration 0002_b.sql failed: division by zero',
  )
  expect(await tableNames()).toEqual(['a', 'schema_migration'])
})

test('a migration that ends its own transaction is refused', async () => {
  const folder = buildFolder({ '0001_a.sql': 'create table a (x int); commit; begin;' })
  await expect(migrate(database.pool, { log: quiet, folder })).rejects.toThrow('0001_a.sql ends its own transaction')
})

test('a server killed during a migration leaves nothing half applied', async () => {
  const folder = buildFolder({
    '0001_a.sql': 'create table a (x int)',
    '0002_b.sql': 'create table b (x int); select pg_sleep(60)',
  })
  const child = runChild(['migrate', url, folder])
  await child.readLine()
  await until('the second migration runs', async () => {
    const { rowCount } = await database.pool.query(
      "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
    )
    return rowCount === 1
  })
  await child.kill()
  expect(await tableNames()).toEqual(['a', 'schema_migration'])
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
  )
  writeFileSync(join(folder, '0002_b.sql'), 'create table b (x int)')
  expect(await migrate(database.pool, { log: quiet, folder })).toEqual({ applied: ['0002_b.sql'] })
}, 180_000)

test('of two servers that migrate concurrently, one applies and the other has nothing to do', async () => {
  const folder = buildFolder({
    '0001_a.sql': 'create table a (x int); select pg_sleep(0.2)',
    '0002_b.sql': 'create table b (x int)',
  })
  const both = [runChild(['migrate', url, folder]), runChild(['migrate', url, folder])]
  const answers = await Promise.all(
    both.map(async (child) => {
      await child.readLine()
      return await child.readLine()
    }),
  )
  expect(answers).toContainEqual({ applied: ['0001_a.sql', '0002_b.sql'] })
  expect(answers).toContainEqual({ applied: [] })
}, 180_000)
