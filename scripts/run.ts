import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** A message for the person at the keyboard. It is printed without a stack trace. */
export class PlainError extends Error {}

export type RunResult = { code: number; output: string; timedOut: boolean }
type Options = { cwd?: string; env?: NodeJS.ProcessEnv; timeoutMs?: number; onOutput?: (text: string) => void }

const running = new Set<ChildProcess>()

function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    // The tool's workers and browsers are in its process group and must end with it.
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}

export function run(command: string, args: string[], options: Options = {}): Promise<RunResult> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  running.add(child)
  let output = ''
  const collect = (bytes: Buffer) => {
    output = (output + bytes.toString()).slice(-400_000)
    options.onOutput?.(bytes.toString())
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  let timedOut = false
  const timers: NodeJS.Timeout[] = []
  if (options.timeoutMs !== undefined) {
    timers.push(
      setTimeout(() => {
        timedOut = true
        signalGroup(child, 'SIGTERM')
        timers.push(setTimeout(() => signalGroup(child, 'SIGKILL'), 10_000))
      }, options.timeoutMs),
    )
  }
  return new Promise((resolve) => {
    const end = (code: number) => {
      running.delete(child)
      for (const timer of timers) clearTimeout(timer)
      resolve({ code, output, timedOut })
    }
    child.on('error', (error) => ((output += error.message), end(127)))
    child.on('close', (code) => end(code ?? 1))
  })
}

/** Ends every process that `run` started, with SIGKILL as a last resort, and resolves when all are gone. */
export async function stopAll(signal: NodeJS.Signals): Promise<void> {
  const children = [...running]
  const gone = children.map((child) => new Promise<void>((resolve) => child.once('close', () => resolve())))
  for (const child of children) signalGroup(child, signal)
  const force = setTimeout(() => children.forEach((child) => signalGroup(child, 'SIGKILL')), 8_000)
  await Promise.all(gone)
  clearTimeout(force)
}

export function stopOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void stopAll(signal).then(() => process.exit(signal === 'SIGINT' ? 130 : 143))
    })
  }
}

/** A signal to npm ends npm and its shell but not this process. It notices that its parent is gone. */
export function stopWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

/** Prints only the message of an expected error, and everything for a bug. */
export function printError(error: unknown) {
  console.error(error instanceof PlainError ? error.message : error)
  process.exitCode = 1
}
