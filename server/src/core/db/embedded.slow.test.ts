import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { OperatorError } from '../operator-error.ts'
import { openDatabase, requireDurable } from './open.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { findClusterFolder, findPostmasterPid } from './scratch-cluster.ts'
import { canRunAsNobody, fast, isRoot, nobody, runChild, scratchFolder } from './test-scratch.ts'

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ value: unknown }>(sql)
    return rows[0]?.value
  } finally {
    await client.end()
  }
}

test('the first start creates a durable database, and a later start finds its data', async () => {
  const dataDir = scratchFolder()
  const first = await startEmbeddedPostgres({ dataDir })
  expect(first.reused).toBe(false)
  const { pool, close } = openDatabase({ url: first.url, log: () => {} })
  await requireDurable(pool)
  await pool.query('create table kept as select 7 as value')
  await close()
  await first.stop()
  expect(findPostmasterPid(dataDir)).toBeUndefined()

  const second = await startEmbeddedPostgres({ dataDir })
  expect(second.reused).toBe(false)
  expect(await ask(second.url, 'select value from kept')).toBe(7)
  expect(
    await ask(
      second.url,
      "select datcollate || ' ' || pg_encoding_to_char(encoding) as value from pg_database where datname = 'saathi'",
    ),
  ).toMatch(/^C.*UTF8$/)
  await second.stop()
}, 180_000)

test('a running database is reused, and a process that only reuses it does not stop it', async () => {
  const dataDir = scratchFolder()
  const owner = await startEmbeddedPostgres({ dataDir, settings: fast })
  const guest = await startEmbeddedPostgres({ dataDir, settings: fast })
  expect(guest).toMatchObject({ url: owner.url, reused: true })
  await guest.stop()
  expect(await ask(owner.url, 'select 1 as value')).toBe(1)
  await owner.stop()
  await owner.stop()
  expect(findPostmasterPid(dataDir)).toBeUndefined()
}, 180_000)

test('only this user and root can reach the database, and only with the password', async () => {
  const dataDir = scratchFolder()
  const postgres = await startEmbeddedPostgres({ dataDir, settings: fast })
  const folder = findClusterFolder(dataDir)
  for (const name of ['pgdata', 'socket']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700)
  for (const name of ['secret', 'postgres.log']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(await ask(postgres.adminUrl, "select current_setting('listen_addresses') as value")).toBe('')
  await expect(ask(postgres.url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow('password authentication failed')
  await postgres.stop()
}, 180_000)

test('a deep data folder with odd characters works, even if its path is too long for a socket', async () => {
  const dataDir = join(scratchFolder(), `it's, "a b" ${'deep'.repeat(20)}`)
  const postgres = await startEmbeddedPostgres({ dataDir, settings: fast })
  expect(await ask(postgres.url, 'select 1 as value')).toBe(1)
  const socketDir = new URL(postgres.url).searchParams.get('host') ?? ''
  const again = await startEmbeddedPostgres({ dataDir, settings: fast })
  expect(again).toMatchObject({ url: postgres.url, reused: true })
  await again.stop()
  await postgres.stop()
  expect(existsSync(socketDir)).toBe(false)
}, 180_000)

test('two processes that start for the first time create one database', async () => {
  const dataDir = join(scratchFolder(), 'data')
  const both = [runChild(['start', dataDir]), runChild(['start', dataDir])]
  const answers = await Promise.all(both.map((child) => child.readLine()))
  expect(answers.filter(({ reused }) => reused)).toHaveLength(1)
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
  expect(await ask(String(answers[0]?.url), 'select 1 as value')).toBe(1)
  await Promise.all(both.map((child) => child.finish()))
  expect(findPostmasterPid(dataDir)).toBeUndefined()
}, 180_000)

test('leftovers of an interrupted first start are removed', async () => {
  const dataDir = scratchFolder()
  mkdirSync(join(dataDir, 'postgres', 'pgdata-0badcafe.new', 'base'), { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataDir, settings: fast })
  expect(existsSync(join(dataDir, 'postgres', 'pgdata-0badcafe.new'))).toBe(false)
  await postgres.stop()

  rmSync(join(findClusterFolder(dataDir), 'secret'))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(OperatorError)
}, 180_000)

test.runIf(isRoot)(
  'root runs the database as nobody, inside the data folder',
  async () => {
    const dataDir = join(scratchFolder(), 'data')
    const postgres = await startEmbeddedPostgres({ dataDir, settings: fast })
    expect(statSync(join(dataDir, 'postgres', 'pgdata')).uid).toBe(nobody.uid)
    expect(readFileSync(`/proc/${findPostmasterPid(dataDir)}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m)
    const environment = readFileSync(`/proc/${findPostmasterPid(dataDir)}/environ`, 'utf8').split('\0')
    expect(new Set(environment)).toEqual(new Set(['LC_ALL=C', 'TZ=UTC', '']))
    await postgres.stop()
  },
  30_000,
)

test.runIf(isRoot)(
  'root under a closed folder stores the database elsewhere, and a recreated data folder starts empty',
  async () => {
    const closed = join(scratchFolder(), 'closed')
    const dataDir = join(closed, 'data')
    mkdirSync(closed, { mode: 0o700 })
    const first = await startEmbeddedPostgres({ dataDir, settings: fast })
    const folder = findClusterFolder(dataDir)
    expect(folder).toMatch(/^\/var\/lib\/saathi\/[0-9a-f]{16}$/)
    await ask(first.url, 'create table kept as select 7 as value')
    await first.stop()
    const second = await startEmbeddedPostgres({ dataDir, settings: fast })
    expect(await ask(second.url, 'select value from kept')).toBe(7)
    await second.stop()

    rmSync(dataDir, { recursive: true })
    try {
      const third = await startEmbeddedPostgres({ dataDir, settings: fast })
      expect(findClusterFolder(dataDir)).toBe(`${folder}-2`)
      expect(await ask(third.url, "select to_regclass('kept') as value")).toBeNull()
      await third.stop()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  40_000,
)

test.runIf(canRunAsNobody)(
  'an ordinary user gets their own database, which root can open later',
  async () => {
    const home = scratchFolder()
    chmodSync(home, 0o700)
    chownSync(home, nobody.uid, nobody.gid)
    const dataDir = join(home, 'data')
    const child = runChild(['start', dataDir], { ...nobody, home })
    const { url } = await child.readLine()
    expect(await ask(String(url), 'select 1 as value')).toBe(1)
    expect(existsSync(join(home, '.cache', 'saathi'))).toBe(true)
    expect(await child.finish()).toBe(0)
    expect(findPostmasterPid(dataDir)).toBeUndefined()

    const asRoot = await startEmbeddedPostgres({ dataDir, settings: fast })
    expect(statSync(join(dataDir, 'postgres', 'pgdata')).uid).toBe(nobody.uid)
    await asRoot.stop()
  },
  40_000,
)

test.runIf(canRunAsNobody)(
  'a user without write access to the data folder gets an error',
  async () => {
    const dataDir = scratchFolder()
    const child = runChild(['start', dataDir], { ...nobody })
    expect(await child.readLine()).toEqual({
      error: `Cannot write to the data folder ${dataDir}: permission denied. Make it writable, or choose another DATA_DIR.`,
    })
  },
  20_000,
)
