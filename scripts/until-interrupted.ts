import { OperatorError } from '../server/src/core/operator-error.ts'

/** A command that puts its things in order when it is interrupted; what an operator can mend is one line. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
  try {
    await work(interrupted.signal)
  } catch (error) {
    if (interrupted.signal.aborted) console.error('Interrupted; nothing half done is left.')
    else console.error(error instanceof OperatorError ? error.message : error)
    process.exitCode = 1
  }
}
