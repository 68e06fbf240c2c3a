import { setTimeout as pause } from 'node:timers/promises'

/** Waits until the condition is true, or fails with its description. Also works outside a test. */
export async function until(what: string, condition: () => boolean, withinMs = 120_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}`)
    await pause(5)
  }
}
