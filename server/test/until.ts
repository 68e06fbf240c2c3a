import { setTimeout as pause } from 'node:timers/promises'

/** Waits until it is so, or says what was not; outside of a test, too. */
export async function until(what: string, isSo: () => boolean, withinMs = 120_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}`)
    await pause(5)
  }
}
