import { spawn, spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterHome } from './cluster-home.ts'

export interface Postmaster {
  pid: number
  port: number
  socketDir: string
  isReady: boolean
}

const largestLogBytes = 5_000_000

/** Reads PostgreSQL's pid file, which remains after it is killed. */
export function readPostmaster(pgdata: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid < 2) return undefined
    return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Whether the process is this folder's postmaster, not another program with a reused process id. */
export function isPostmasterOf(pgdata: string, pid: number) {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === pgdata
    } catch {
      return false
    }
  }
  if (!isAlive(pid)) return false
  return (
    process.platform === 'win32' ||
    spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout.includes(pgdata)
  )
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

export interface Launched {
  pid: number | undefined
  hasEnded(): boolean
  /** Its log output since it was launched. */
  output(): string
}

export function launchPostmaster(bin: string, home: ClusterHome, settings: Record<string, string>): Launched {
  const logPath = join(home.folder, 'postgres.log')
  const log = openLog(logPath)
  const sizeBefore = fstatSync(log).size
  let spawnError: Error | undefined
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', home.pgdata, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In its own session, so that Ctrl+C reaches only the server and the server stops the database last. The log is a file
    // because a pipe would break when the server is killed.
    { cwd: home.folder, detached: true, stdio: ['ignore', log, log], ...runAs(home) },
  )
  child.once('error', (error) => (spawnError = error))
  child.unref()
  closeSync(log)
  return {
    pid: child.pid,
    hasEnded: () => spawnError !== undefined || child.exitCode !== null || child.signalCode !== null,
    output: () => spawnError?.message ?? readFileSync(logPath).subarray(sizeBefore).toString(),
  }
}

/** Fast shutdown: open transactions are rolled back, committed data is written to disk. */
export async function stopPostmaster(bin: string, home: ClusterHome, pid: number) {
  if (process.platform === 'win32') spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', home.pgdata, '-m', 'fast', '-W'])
  else signal(home, pid, 'SIGINT')
  const deadline = Date.now() + 30_000
  while (isPostmasterOf(home.pgdata, pid)) {
    // If it does not end within 30 s, quit at once: recovery at the next start is safe, and the server must be able to stop.
    if (Date.now() > deadline) signal(home, pid, 'SIGQUIT')
    await delay(10)
  }
}

/** The user and environment for PostgreSQL: none of our variables, so no secret and no PG* variable reaches it. */
export function runAs({ user }: Pick<ClusterHome, 'user'>) {
  return { ...user, ...(process.platform !== 'win32' && { env: { LC_ALL: 'C', TZ: 'UTC' } }) }
}

function signal(home: ClusterHome, pid: number, name: NodeJS.Signals) {
  try {
    if (isPostmasterOf(home.pgdata, pid)) process.kill(pid, name)
  } catch (error) {
    // It may end between the check and the signal.
    if (isAlive(pid)) throw error
  }
}

function openLog(path: string) {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > largestLogBytes) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}
