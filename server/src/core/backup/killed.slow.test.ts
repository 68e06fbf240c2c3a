import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from '../../../test/database.ts'
import { makeScratch, removeScratch } from '../db/scratch-cluster.ts'
import { until } from '../db/test-scratch.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'
import { buildFiles, makeMigrations, migrateTo, quiet, readEverything, withClient } from './test-world.ts'

const program = fileURLToPath(new URL('test-child.ts', import.meta.url))
const scratch = makeScratch('saathi-backup-')
const databases: TestDatabase[] = []
const children: ChildProcess[] = []

async function newLocation(name: string, make: () => Promise<TestDatabase>) {
  const database = await make()
  databases.push(database)
  return { databaseUrl: database.url, dataDir: join(scratch, name), s3: undefined }
}

function runChild(args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  children.push(child)
  return child
}

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const database of databases) await database.drop()
  removeScratch(scratch)
})

test('a backup killed half-way is not accepted as a backup, and the next one is complete', async () => {
  const place = await newLocation('source', cloneDatabase)
  const [first = '', second = ''] = (await buildFiles(place.databaseUrl, place.dataDir, 2)).toSorted()
  const waiting = join(place.dataDir, 'files', second)
  // Reading a pipe without a writer blocks forever: the backup is killed there.
  rmSync(waiting)
  expect(spawnSync('mkfifo', [waiting]).status).toBe(0)
  const into = join(scratch, 'backups')
  const child = runChild(['back-up', into, place.databaseUrl, place.dataDir])
  const begun = await until('the first file is saved', () => {
    const [name] = existsSync(into) ? readdirSync(into) : []
    return name !== undefined && existsSync(join(into, name, 'files', first)) && name
  })
  await kill(child)
  expect(readdirSync(into)).toEqual([begun])
  expect(begun).toMatch(/\.unfinished$/)
  const target = await newLocation('target', createEmptyDatabase)
  await expect(restore(target, { ...quiet, from: join(into, begun) })).rejects.toThrow(/not a complete backup/)
  rmSync(waiting)
  const { folder } = await backUp(place, { ...quiet, into })
  await restore(target, { ...quiet, from: folder })
})

// A check constraint that blocks the COPY into the table while the test holds the lock.
const blockingTable = `
  create function passes() returns boolean language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(42); return true; end $$;
  create table z_last (id int primary key check (passes()))`

test('a restore killed half-way leaves an empty database, and the next run finishes', async () => {
  const migrationsFolder = makeMigrations(join(scratch, 'migrations'), { extra: blockingTable })
  const place = await newLocation('from', createEmptyDatabase)
  await migrateTo(place.databaseUrl, migrationsFolder)
  await buildFiles(place.databaseUrl, place.dataDir, 2)
  await withClient(place.databaseUrl, (client) => client.query('insert into z_last select generate_series(1, 10)'))
  const { folder } = await backUp(place, { ...quiet, into: join(scratch, 'from-backups'), migrationsFolder })
  const target = await newLocation('to', createEmptyDatabase)
  await withClient(target.databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock(42)')
    const child = runChild(['restore', folder, target.databaseUrl, target.dataDir, migrationsFolder])
    const isWaiting = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory' and query ~ '^copy'`
    await until('it loads the last table', async () => (await client.query(isWaiting)).rowCount === 1)
    await kill(child)
    await client.query('select pg_advisory_unlock(42)')
    const others = 'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await until('its connection has ended', async () => (await client.query(others)).rowCount === 0)
  })
  expect(await readEverything(target.databaseUrl)).toEqual({})
  await restore(target, { ...quiet, from: folder, migrationsFolder })
  expect(await readEverything(target.databaseUrl)).toEqual(await readEverything(place.databaseUrl))
})

test('an interrupted backup ends at once, even while it waits for a lock, and leaves nothing', async () => {
  const place = await newLocation('interrupted', cloneDatabase)
  const into = join(scratch, 'interrupted-backups')
  await withClient(place.databaseUrl, async (client) => {
    await client.query('begin; lock table person in access exclusive mode')
    const interrupted = new AbortController()
    const failed = backUp(place, { ...quiet, into, signal: interrupted.signal }).catch((error: unknown) => error)
    const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until('the backup waits', () =>
      withClient(place.databaseUrl, async (other) => (await other.query(isWaiting)).rowCount === 1),
    )
    interrupted.abort()
    expect(await failed).toBeInstanceOf(Error)
    await client.query('commit')
  })
  expect(existsSync(into)).toBe(false)
})
