import { announce } from './announce.ts'
import { lockDataDir } from './db/owner-lock.ts'
import { readServerEnv } from './env.ts'
import { OperatorError } from './operator-error.ts'

/** What an operator can mend is one line; anything else is a bug and shows where it happened. */
function giveUp(error: unknown): never {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
}

const LONGEST_STOP_MS = 10_000

/** Listened for from the first moment: a stop that comes during the start is carried out as soon as there is something to stop. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false
    // Asked again, as by a terminal and by npm behind it, it must not fall back to ending at once.
    const stop = () => {
      if (isAsked) return
      isAsked = true
      setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
      resolve()
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}

try {
  const stopped = untilStopped()
  const env = readServerEnv()
  const lock = await lockDataDir(env.dataDir)
  // Read only now: whoever finds the folder taken is told so before the whole server has been loaded.
  const { startServer } = await import('./start-server.ts')
  const server = await startServer(env, lock)
  announce(env, server)
  await stopped
  await server.stop()
  process.exit(0)
} catch (error) {
  giveUp(error)
}
