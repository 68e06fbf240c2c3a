import { announce } from './announce.ts'
import { readEnv } from './env.ts'
import { OperatorError } from './operator-error.ts'
import { startServer } from './start-server.ts'

/** What an operator can mend is one line; anything else is a bug and shows where it happened. */
function giveUp(error: unknown): never {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
}

const LONGEST_STOP_MS = 10_000

try {
  const env = readEnv()
  const server = await startServer(env)
  announce(env, server)
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
    server.stop().then(() => process.exit(0), giveUp)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  giveUp(error)
}
