import { OperatorError } from '../server/src/core/operator-error.ts'

/** Runs a command that cleans up when interrupted. Errors that an operator can fix are printed as one line. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
  try {
    await work(interrupted.signal)
  } catch (error) {
    if (interrupted.signal.aborted) console.error('Interrupted. No unfinished work is left behind.')
    else console.error(error instanceof OperatorError ? error.message : error)
    process.exitCode = 1
  }
}
