import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { coreRefusal } from '#core/errors.ts'
import type { SheetOutcome } from './sheet-outcome.ts'

/** A large workbook takes a second or two, on a busy machine much longer. */
const TIMEOUT_MS = 60_000
const MAX_HEAP_MB = 192
const CONCURRENCY = 2
const TRY_AGAIN_SECONDS = 5
const processFile = fileURLToPath(new URL('sheet-process.ts', import.meta.url))

export type SheetReader = (bytes: Uint8Array) => Promise<SheetOutcome>

/** Reads an untrusted file in a separate process, so that the file cannot harm the server. */
export function sheetReader({ timeoutMs = TIMEOUT_MS } = {}): SheetReader {
  let running = 0
  return async (bytes) => {
    if (running >= CONCURRENCY) throw coreRefusal('core.unavailable', { retryAfterSeconds: TRY_AGAIN_SECONDS })
    running += 1
    try {
      return await readInProcess(bytes, timeoutMs)
    } finally {
      running -= 1
    }
  }
}

function readInProcess(bytes: Uint8Array, timeoutMs: number): Promise<SheetOutcome> {
  const child = fork(processFile, [], {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  return new Promise<SheetOutcome>((resolve, reject) => {
    child.on('message', (outcome: SheetOutcome) => resolve(outcome))
    child.on('error', reject)
    // Running out of time or memory is caused by the file; code 1 means that our own program failed.
    child.on('exit', (code) => {
      if (code === 1) reject(new Error('The process that reads files failed'))
      else resolve({ problem: 'unreadable' })
    })
    child.send(bytes, (error) => error && resolve({ problem: 'unreadable' }))
  }).finally(() => clearTimeout(timer))
}
