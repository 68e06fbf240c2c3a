import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../scripts/run.ts'
import { trackChild } from './cleanup.ts'

const READY_WITHIN_MS = 90_000
export const SECRET = 'a secret for this drill alone, and no more'
const main = join(root, 'server/src/app/main.ts')

export type Exit = { code: number | null; signal: string | null; ms: number }
export type Settings = Record<string, string>

/** The compile cache of `npm start`. */
const NODE_COMPILE_CACHE = join(root, '.cache/compile')

/** Only these variables: settings of the developer's shell must not change the result. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  const own = { NODE_ENV: 'demo', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', SAATHI_SECRET: SECRET }
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...own, ...settings }
}

export function spawnNode(args: string[], settings: Settings) {
  const child = trackChild(
    spawn(process.execPath, args, { cwd: root, env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const startedAt = performance.now()
  let output = ''
  const collect = (bytes: Buffer) => {
    output += bytes.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const exited = new Promise<Exit>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, ms: performance.now() - startedAt })),
  )
  return { child, output: () => output, exited }
}

/** The real server in its own process, started like `npm start` but without the build. It may be refused or killed. */
export const spawnServer = (settings: Settings) => spawnNode([main], settings)

export type ServerProcess = {
  url: string
  pid: number
  output: () => string
  exited: Promise<Exit>
  signal: (name: NodeJS.Signals) => void
  stop: () => Promise<Exit>
}

/** Resolves when the server answers. With `PORT` set, the URL uses that port rather than the announced public address. */
export async function startServer(settings: Settings): Promise<ServerProcess> {
  const { child, output, exited } = spawnServer(settings)
  const announced = new Promise<string>((resolve, reject) => {
    const listen = () => {
      const found = /ready at https?:\/\/[^\s:]+(?::(\d+))?/.exec(output())
      if (found) resolve(settings['PORT'] ?? found[1] ?? '')
    }
    child.stdout.on('data', listen)
    void exited.then(() => reject(new Error(`The server ended before it was ready.\n${output()}`)))
    setTimeout(() => reject(new Error(`The server was not ready in time.\n${output()}`)), READY_WITHIN_MS).unref()
  })
  const url = `http://127.0.0.1:${await announced}`
  const ready = await fetch(`${url}/api/ready/`)
  if (!ready.ok) throw new Error(`/api/ready/ answered ${ready.status}.\n${output()}`)
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  const stop = () => {
    signal('SIGTERM')
    return exited
  }
  return { url, pid: child.pid ?? 0, output, exited, signal, stop }
}
