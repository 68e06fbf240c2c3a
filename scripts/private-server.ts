import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './run.ts'

const READY_WITHIN_MS = 280_000
const GONE_WITHIN_MS = 60_000

export type PrivateServer = {
  url: string
  pid: number
  dataDir: string
  output: () => string
  /** Sends SIGTERM and fails unless the server and its database have really ended. */
  stop: () => Promise<void>
  /** Like a power cut: no warning and no cleanup. */
  kill: () => Promise<void>
}

export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-'))
  // When run as root, the database runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  return join(folder, 'data')
}

export const removeDataDir = (dataDir: string) => rmSync(join(dataDir, '..'), { recursive: true, force: true, maxRetries: 3 })

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** PostgreSQL removes its files a moment before its process ends. */
async function endsSoon(pid: number): Promise<boolean> {
  for (let wait = 0; wait < 50 && isAlive(pid); wait += 1) await pause(100)
  return !isAlive(pid)
}

/** The first line of postmaster.pid is the process id. */
function databasePid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/pgdata/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

/** The real server with its own port and data folder, started like `npm start` but without the build. */
export async function startPrivateServer(
  options: { dataDir?: string; port?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<PrivateServer> {
  const dataDir = options.dataDir ?? makeDataDir()
  const child = spawn(process.execPath, [join(root, 'server/src/app/main.ts')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'demo',
      PORT: String(options.port ?? 0),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      // Starts faster; the people of accounts.json are enough for tests.
      DEMO_PEOPLE: 'few',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const address = new Promise<string>((resolve, reject) => {
    const listen = (bytes: Buffer) => {
      output += bytes.toString()
      const found = /ready at (https?:\/\/\S+)/.exec(output)?.[1]
      // In production it prints its public address, which is reachable only through a proxy.
      if (found) resolve(found.startsWith('https:') ? `http://127.0.0.1:${options.port ?? 0}` : found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`The server ended before it was ready.\n${output}`)))
    setTimeout(() => reject(new Error(`The server was not ready in time.\n${output}`)), READY_WITHIN_MS).unref()
  })
  const pid = child.pid ?? 0
  try {
    const url = await address
    const ready = await fetch(`${url}/api/ready/`)
    if (!ready.ok) throw new Error(`/api/ready/ answered ${ready.status}.\n${output}`)
    return {
      url,
      pid,
      dataDir,
      output: () => output,
      kill: async () => {
        child.kill('SIGKILL')
        await gone
      },
      stop: async () => {
        const database = databasePid(dataDir)
        child.kill('SIGTERM')
        const force = setTimeout(() => child.kill('SIGKILL'), GONE_WITHIN_MS)
        await gone
        clearTimeout(force)
        if (child.signalCode === 'SIGKILL') throw new Error(`The server did not stop when asked.\n${output}`)
        if (database !== undefined && !(await endsSoon(database)))
          throw new Error(`The server left its database (${database}) running.`)
      },
    }
  } catch (error) {
    child.kill('SIGTERM')
    await gone
    throw error
  }
}
