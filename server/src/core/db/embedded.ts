import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { prepareBinaries } from './binaries.ts'
import { startOrReuse, connectionUrl, prepareDatabase } from './start-or-reuse.ts'
import type { StartOptions, Running } from './start-or-reuse.ts'
import { makePrivate, prepareClusterHome } from './cluster-home.ts'
import type { ClusterHome } from './cluster-home.ts'
import { prepareCluster } from './cluster.ts'
import { explain, prepareDataDir } from './data-dir.ts'
import { lockFile, tryLockFile } from './file-lock.ts'
import type { FileLock } from './file-lock.ts'
import { isPostmasterOf, stopPostmaster } from './postmaster.ts'

export interface EmbeddedOptions {
  dataDir: string
  log?: (line: string) => void
  /** Additional PostgreSQL settings. For tests: a temporary cluster need not be durable. */
  settings?: Record<string, string>
  /** The folder with the programs of another PostgreSQL. For tests: the system's version may be older than the shipped one. */
  bin?: string
}

export interface EmbeddedPostgres {
  /** Contains a password: do not log it. */
  url: string
  /** The superuser's URL, for creating databases in tests. The server never uses it. */
  adminUrl: string
  reused: boolean
  /** Stops PostgreSQL if this process owns it: it started it, or took over from a killed process. */
  stop(): Promise<void>
}

const lockTimeoutMs = 180_000
const watchEveryMs = 1_000
// A socket's path may have 104 bytes on some systems, of which PostgreSQL needs 14.
const maxSocketDirBytes = 85

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = prepareDataDir(options.dataDir)
  try {
    return await start(dataDir, options)
  } catch (error) {
    if (error instanceof OperatorError || !(error instanceof Error && 'syscall' in error)) throw error
    throw new OperatorError(`Cannot start the database in ${options.dataDir}: ${explain(error)} (${String(error.syscall)}).`)
  }
}

async function start(
  dataDir: string,
  { log = () => {}, settings = {}, ...overrides }: EmbeddedOptions,
): Promise<EmbeddedPostgres> {
  const bin = overrides.bin ?? (await prepareBinaries(dataDir))
  return await withStartLock(dataDir, async () => {
    const home = prepareClusterHome(dataDir)
    const passwords = await prepareCluster(bin, home, { durable: settings.fsync !== 'off' })
    const address = await chooseAddress(home)
    const plan: StartOptions = { bin, home, passwords, log, settings: { ...defaultSettings(address), ...settings } }
    const running = await startOrReuse(plan)
    if (running.socketDir !== address.socketDir) address.remove()
    await prepareDatabase(running, passwords)
    const supervisor = supervise(dataDir, plan, running, tryLockFile(join(home.folder, 'owner.lock')))
    return {
      url: connectionUrl(running, passwords, 'saathi'),
      adminUrl: connectionUrl(running, passwords, 'postgres'),
      reused: running.reused,
      async stop() {
        await supervisor.stop()
        address.remove()
      },
    }
  })
}

/** Restarts a postmaster that ended unexpectedly and stops it at the end, unless another process owns it. */
function supervise(dataDir: string, plan: StartOptions, running: Running, owner: FileLock | undefined) {
  let { pid } = running
  let isStopping = false
  let revival: Promise<void> | undefined
  async function revive() {
    plan.log('database: PostgreSQL has ended by itself; starting it again')
    try {
      pid = (await withStartLock(dataDir, () => startOrReuse(plan))).pid
    } catch (error) {
      plan.log(`database: ${error instanceof Error ? error.message : String(error)}`)
    }
    revival = undefined
  }
  const watch = setInterval(() => {
    if (owner && !isStopping && !revival && !isPostmasterOf(plan.home.pgdata, pid)) revival = revive()
  }, watchEveryMs).unref()
  return {
    async stop() {
      if (isStopping) return
      isStopping = true
      clearInterval(watch)
      await revival
      if (owner) await stopPostmaster(plan.bin, plan.home, pid)
      owner?.release()
    },
  }
}

async function withStartLock<Result>(dataDir: string, work: () => Promise<Result>) {
  const lock = await lockFile(join(dataDir, 'postgres.lock'), lockTimeoutMs)
  if (!lock)
    throw new OperatorError(
      `Another process has been starting the database in ${dataDir} for ${lockTimeoutMs / 1000} s. Stop it first.`,
    )
  try {
    return await work()
  } finally {
    lock.release()
  }
}

interface Address {
  socketDir: string
  port: number
  remove(): void
}

// Only this user and root can reach a socket in a private folder; on Windows the driver has no such sockets.
async function chooseAddress(home: ClusterHome): Promise<Address> {
  if (process.platform === 'win32') return { socketDir: '', port: await findFreePort(), remove() {} }
  const preferred = join(home.folder, 'socket')
  const fits = Buffer.byteLength(preferred) <= maxSocketDirBytes
  const socketDir = fits ? preferred : mkdtempSync(join(tmpdir(), 'saathi-'))
  makePrivate(socketDir, home.user)
  return { socketDir, port: 5432, remove: () => !fits && rmSync(socketDir, { recursive: true, force: true }) }
}

async function findFreePort() {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

function defaultSettings({ socketDir, port }: Address): Record<string, string> {
  return {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    port: String(port),
    listen_addresses: socketDir ? '' : '127.0.0.1',
    unix_socket_directories: socketDir ? `"${socketDir.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    // Keeps people's texts, and the values that a constraint error would quote, out of the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // Disables just-in-time compilation, which costs more than it saves for our short queries.
    jit: 'off',
  }
}
