import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { trackChild, makeTempFolder } from './cleanup.ts'

export type SyncCount = { syncs: number; by: string }

/** Counts how often PostgreSQL synced its log to disk during the work, with strace if possible. */
export async function countSyncs(postmaster: number, client: pg.Client, work: () => Promise<void>): Promise<SyncCount> {
  const watch = await startStrace(postmaster)
  if (watch) {
    await work()
    return { syncs: await watch.end(), by: 'strace -c' }
  }
  const before = await readStatistics(client)
  await work()
  // Backends report their counts a moment after they become idle.
  await pause(2_000)
  return { syncs: (await readStatistics(client)) - before, by: 'PostgreSQL statistics' }
}

/** Null if strace is missing or may not attach. */
async function startStrace(postmaster: number) {
  if (spawnSync('strace', ['--version']).error) return null
  const file = join(makeTempFolder(), 'strace')
  const pids = [postmaster, ...childrenOf(postmaster)].flatMap((pid) => ['-p', String(pid)])
  const child = trackChild(
    spawn('strace', ['-f', '-c', '-e', 'trace=fdatasync,fsync', '-o', file, ...pids], { stdio: ['ignore', 'ignore', 'pipe'] }),
  )
  let stderr = ''
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const attached = new Promise<boolean>((resolve) => {
    child.stderr.on('data', (bytes) => {
      stderr += String(bytes)
      if ((stderr.match(/ attached/g) ?? []).length >= pids.length / 2) resolve(true)
    })
    void exited.then(() => resolve(false))
  })
  if (!(await attached)) return null
  return {
    async end(): Promise<number> {
      child.kill('SIGINT')
      await exited
      return fdatasyncs(readFileSync(file, 'utf8'))
    },
  }
}

/** `% time, seconds, usecs/call, calls, errors, syscall`; errors may be missing. */
function fdatasyncs(table: string): number {
  const row = table.split('\n').find((line) => /\bfdatasync$/.test(line.trimEnd()))
  return Number(row?.trim().split(/\s+/)[3] ?? 0)
}

function childrenOf(pid: number): number[] {
  const isChild = (each: string) => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${each}/stat`, 'utf8'))?.[1]) === pid
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number)
}

/** Since version 18 the statistics of the log are part of pg_stat_io. */
async function readStatistics(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const isNew = Number(rows[0]?.server_version_num) >= 180_000
  const sql = isNew
    ? `select coalesce(sum(fsyncs), 0)::int as syncs from pg_stat_io where object = 'wal'`
    : 'select wal_sync::int as syncs from pg_stat_wal'
  return (await client.query<{ syncs: number }>(sql)).rows[0]?.syncs ?? 0
}
