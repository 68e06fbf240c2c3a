import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import type { ClusterHome } from './cluster-home.ts'
import type { Passwords, Role } from './cluster.ts'
import { isPostmasterOf, launchPostmaster, readPostmaster } from './postmaster.ts'
import type { Launched, Postmaster } from './postmaster.ts'

export interface Running extends Postmaster {
  reused: boolean
}

export interface StartOptions {
  bin: string
  home: ClusterHome
  passwords: Passwords
  settings: Record<string, string>
  log: (line: string) => void
}

// Recovery after a crash reads everything since the last checkpoint, which can take long on a slow disk.
const startTimeoutMs = 180_000
const maxLaunches = 20
// Temporary errors: children of a killed postmaster still run, or another process has just started a new one.
const transientErrors = /shared memory block|lock file ".*" already exists|is another postmaster/i

/** Finds this folder's running PostgreSQL or starts it, and returns when it answers. */
export async function startOrReuse(options: StartOptions): Promise<Running> {
  const { home, log } = options
  const deadline = Date.now() + startTimeoutMs
  let launched: Launched | undefined
  let launches = 0
  while (Date.now() < deadline) {
    const found = readPostmaster(home.pgdata)
    const isOurs = found !== undefined && isPostmasterOf(home.pgdata, found.pid)
    if (found?.isReady && isOurs && (await answers(found, options))) return { ...found, reused: found.pid !== launched?.pid }
    if (isOurs || launched?.hasEnded() === false) {
      await delay(15)
      continue
    }
    if (launched) {
      const output = lastError(launched.output())
      if (launches >= maxLaunches || !transientErrors.test(output))
        throw new OperatorError(
          `PostgreSQL did not start: ${output || 'it ended without an error message'}. See ${join(home.folder, 'postgres.log')}.`,
        )
      log(`database: not ready yet (${output})`)
      await delay(250)
    }
    // PostgreSQL trusts a process id that the system has since given to another program, so the stale file is removed.
    if (found) rmSync(join(home.pgdata, 'postmaster.pid'), { force: true })
    launched = launchPostmaster(options.bin, home, options.settings)
    launches += 1
  }
  throw new OperatorError(`PostgreSQL was not ready within ${startTimeoutMs / 1000} s. See ${join(home.folder, 'postgres.log')}.`)
}

/** Creates the server's role and database if they are missing. */
export async function prepareDatabase(running: Postmaster, passwords: Passwords) {
  await withAdmin(running, passwords, async (admin) => {
    const { rows } = await admin.query<{ role: boolean; database: boolean }>(`select
      exists (select from pg_roles where rolname = 'saathi') as role,
      exists (select from pg_database where datname = 'saathi') as database`)
    if (!rows[0]?.role) await admin.query(`create role saathi login password ${pg.escapeLiteral(passwords.saathi)}`)
    if (!rows[0]?.database) await admin.query('create database saathi owner saathi')
  })
}

export function connectionUrl({ port, socketDir }: Pick<Postmaster, 'port' | 'socketDir'>, passwords: Passwords, role: Role) {
  const database = role === 'saathi' ? 'saathi' : 'postgres'
  const host = socketDir ? 'localhost' : '127.0.0.1'
  const socket = socketDir ? `?host=${encodeURIComponent(socketDir)}` : ''
  return `postgresql://${role}:${passwords[role]}@${host}:${port}/${database}${socket}`
}

async function answers(found: Postmaster, { passwords, home }: StartOptions) {
  try {
    return await withAdmin(found, passwords, async (admin) => {
      const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
      return rows[0]?.data_directory === home.pgdata
    })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) {
      throw new OperatorError(
        `PostgreSQL refuses the password in ${join(home.folder, 'secret')}. Restore the file from a backup.`,
      )
    }
    // It may be stopping or still starting: the caller tries again.
    return false
  }
}

async function withAdmin<Result>(at: Postmaster, passwords: Passwords, work: (admin: pg.Client) => Promise<Result>) {
  const admin = new pg.Client({ connectionString: connectionUrl(at, passwords, 'postgres'), connectionTimeoutMillis: 5_000 })
  admin.on('error', () => {})
  try {
    await admin.connect()
    return await work(admin)
  } finally {
    await admin.end().catch(() => {})
  }
}

function lastError(output: string) {
  const lines = output.trim().split('\n')
  return (lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC):\s*/, '')
}
