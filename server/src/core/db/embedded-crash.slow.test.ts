import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded.ts'
import { findClusterFolder, findPostmasterPid } from './scratch-cluster.ts'
import { fast, isRoot, nobody, runChild, scratchFolder, until } from './test-scratch.ts'

async function select(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<{ value: unknown }>(sql)).rows[0]?.value
  } finally {
    await client.end().catch(() => {})
  }
}

test('the database of a killed server keeps running; the next server takes it over and stops it', async () => {
  const dataDir = join(scratchFolder(), 'data')
  const child = runChild(['start', dataDir])
  const { url } = await child.readLine()
  const pid = findPostmasterPid(dataDir)
  await child.kill()
  expect(await select(String(url), 'select 1 as value')).toBe(1)

  const next = await startEmbeddedPostgres({ dataDir, settings: fast })
  expect(next).toMatchObject({ url, reused: true })
  expect(findPostmasterPid(dataDir)).toBe(pid)
  await next.stop()
  expect(findPostmasterPid(dataDir)).toBeUndefined()
}, 180_000)

test('after server and database were killed, the next start recovers all confirmed data', async () => {
  const dataDir = join(scratchFolder(), 'data')
  const child = runChild(['start', dataDir])
  const { url } = await child.readLine()
  await select(String(url), 'create table kept as select 7 as value')
  const open = new pg.Client({ connectionString: String(url) })
  open.on('error', () => {})
  await open.connect()
  const pid = findPostmasterPid(dataDir)
  await child.kill()
  process.kill(pid ?? 0, 'SIGKILL')

  const next = await startEmbeddedPostgres({ dataDir, settings: fast })
  expect(next.reused).toBe(false)
  expect(findPostmasterPid(dataDir)).not.toBe(pid)
  expect(await select(next.url, 'select value from kept')).toBe(7)
  await open.end().catch(() => {})
  await next.stop()
}, 180_000)

test('a database that dies under a running server is restarted at the same address', async () => {
  const dataDir = scratchFolder()
  const lines: string[] = []
  const postgres = await startEmbeddedPostgres({ dataDir, settings: fast, log: (line) => lines.push(line) })
  const pid = findPostmasterPid(dataDir)
  process.kill(pid ?? 0, 'SIGKILL')
  await until('it answers again', () => select(postgres.url, 'select 1 as value').catch(() => false))
  await until('it is a new one', () => findPostmasterPid(dataDir) !== undefined && findPostmasterPid(dataDir) !== pid)
  expect(lines).toContain('database: PostgreSQL has ended by itself; starting it again')
  await postgres.stop()
  expect(findPostmasterPid(dataDir)).toBeUndefined()
}, 180_000)

test('a stale pid file with the id of another program does not prevent the start', async () => {
  const dataDir = scratchFolder()
  await (await startEmbeddedPostgres({ dataDir, settings: fast })).stop()
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    ...(isRoot && nobody),
  })
  const pgdata = join(findClusterFolder(dataDir), 'pgdata')
  writeFileSync(
    join(pgdata, 'postmaster.pid'),
    `${other.pid}\n${pgdata}\n1\n5432\n${findClusterFolder(dataDir)}/socket\n\n0 0\nready\n`,
  )

  const postgres = await startEmbeddedPostgres({ dataDir, settings: fast })
  expect(postgres.reused).toBe(false)
  expect(await select(postgres.url, 'select 1 as value')).toBe(1)
  expect(other.exitCode).toBeNull()
  await postgres.stop()
  other.kill('SIGKILL')
}, 180_000)
