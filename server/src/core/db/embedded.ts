import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { prepareBinaries } from './binaries.ts'
import { bringUp, connectionUrl, prepareDatabase } from './bring-up.ts'
import type { BringUp, Running } from './bring-up.ts'
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
  /** PostgreSQL settings on top of ours. For tests: a cluster that is thrown away need not be durable. */
  settings?: Record<string, string>
  /** The folder of another PostgreSQL's programs. For tests: the system's may be older than the shipped one. */
  bin?: string
}

export interface EmbeddedPostgres {
  /** Carries a password: not for logs. */
  url: string
  /** The superuser's, for making databases in tests. The server never uses it. */
  adminUrl: string
  reused: boolean
  /** Stops PostgreSQL if it is ours to stop: we started it, or its starter was killed and we took over. */
  stop(): Promise<void>
}

const startPatienceMs = 180_000
const watchEveryMs = 1_000
// A socket's path may have 104 bytes on some systems, of which PostgreSQL adds 14.
const longestSocketDir = 85

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = prepareDataDir(options.dataDir)
  try {
    return await start(dataDir, options)
  } catch (error) {
    if (error instanceof OperatorError || !(error instanceof Error && 'syscall' in error)) throw error
    throw new OperatorError(`Cannot start the database in ${options.dataDir}: ${explain(error)} (${String(error.syscall)}).`)
  }
}

async function start(dataDir: string, { log = () => {}, settings = {}, ...given }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const bin = given.bin ?? (await prepareBinaries(dataDir))
  return await whileLocked(dataDir, async () => {
    const home = prepareClusterHome(dataDir)
    const passwords = await prepareCluster(bin, home, { durable: settings.fsync !== 'off' })
    const address = await chooseAddress(home)
    const plan: BringUp = { bin, home, passwords, log, settings: { ...ourSettings(address), ...settings } }
    const running = await bringUp(plan)
    if (running.socketDir !== address.socketDir) address.forget()
    await prepareDatabase(running, passwords)
    const keeper = keep(dataDir, plan, running, tryLockFile(join(home.folder, 'owner.lock')))
    return {
      url: connectionUrl(running, passwords, 'saathi'),
      adminUrl: connectionUrl(running, passwords, 'postgres'),
      reused: running.reused,
      async stop() {
        await keeper.stop()
        address.forget()
      },
    }
  })
}

/** Restarts a postmaster that ended by itself, and ends it on stop, as long as no other process is its owner. */
function keep(dataDir: string, plan: BringUp, running: Running, owner: FileLock | undefined) {
  let { pid } = running
  let isStopping = false
  let revival: Promise<void> | undefined
  async function revive() {
    plan.log('database: PostgreSQL has ended by itself; starting it again')
    try {
      pid = (await whileLocked(dataDir, () => bringUp(plan))).pid
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

async function whileLocked<Result>(dataDir: string, work: () => Promise<Result>) {
  const lock = await lockFile(join(dataDir, 'postgres.lock'), startPatienceMs)
  if (!lock)
    throw new OperatorError(
      `Another process has been starting the database in ${dataDir} for ${startPatienceMs / 1000} s. Stop it first.`,
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
  forget(): void
}

// Only this user and root can reach a socket in a private folder; Windows' driver has no such sockets.
async function chooseAddress(home: ClusterHome): Promise<Address> {
  if (process.platform === 'win32') return { socketDir: '', port: await findFreePort(), forget() {} }
  const beside = join(home.folder, 'socket')
  const fits = Buffer.byteLength(beside) <= longestSocketDir
  const socketDir = fits ? beside : mkdtempSync(join(tmpdir(), 'saathi-'))
  makePrivate(socketDir, home.user)
  return { socketDir, port: 5432, forget: () => !fits && rmSync(socketDir, { recursive: true, force: true }) }
}

async function findFreePort() {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

function ourSettings({ socketDir, port }: Address): Record<string, string> {
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
    // What people wrote, and the values a broken constraint would quote, stay out of the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // Our queries are short; compiling them costs more than it saves.
    jit: 'off',
  }
}
