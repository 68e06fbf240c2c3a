import { lockDataDir } from '../core/db/owner-lock.ts'
import { readServerEnv, type Env } from '../core/env.ts'
import { OperatorError } from '../core/operator-error.ts'
import type { RunningServer } from './start-server.ts'

const demoAccounts: [string, string][] = [
  ['asha', 'mentee, half way with her mentor Ravi'],
  ['ravi', 'mentor of Asha'],
  ['meera', 'mentor of a group'],
  ['sunil', 'mentee, learning hub only'],
  ['staff', 'administrator'],
]

/** The last line contains the address: programs that wait for it need not read further. */
function printWelcome(env: Env, { address, hasWebApp }: RunningServer): void {
  const lines = ['']
  if (env.mode === 'demo' || env.mode === 'development') {
    lines.push('  Demo accounts, password Saathi@2026:')
    for (const [name, who] of demoAccounts) lines.push(`    ${`${name}@saathi.example`.padEnd(26)}${who}`)
    lines.push(`    all of them, with one click:  ${address}/dev`, '')
  }
  if (!hasWebApp) lines.push('  The web app is not built; only the API answers.', '')
  lines.push(`  Saathi is ready at ${address}`)
  console.log(lines.join('\n'))
}

/** Errors that an operator can fix are one line; anything else is a bug and is printed with its stack. */
function exitWithError(error: unknown): never {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
}

const MAX_STOP_MS = 10_000

/** Registered from the start: a signal during startup takes effect as soon as the server can be stopped. */
function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    // A repeated signal, as from a terminal and from npm, must not end the process at once.
    const stop = () => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(1), MAX_STOP_MS).unref()
      resolve()
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}

try {
  const stopped = waitForStopSignal()
  const env = readServerEnv()
  const lock = await lockDataDir(env.dataDir)
  // Imported only now, so that a locked folder is reported before the whole server is loaded.
  const { startServer } = await import('./start-server.ts')
  const server = await startServer(env, lock)
  printWelcome(env, server)
  await stopped
  await server.stop()
  process.exit(0)
} catch (error) {
  exitWithError(error)
}
