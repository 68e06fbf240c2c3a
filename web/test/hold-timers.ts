import { expect, onTestFinished } from 'vitest'

type Held = { id: number; run: () => void }

/**
 * Timers of exactly this length wait for the test, and all others run as they are: so that a test can tell how long the page
 * waits, without waiting itself. A stopped clock would still advance with every poll of the test.
 */
export function holdTimers(ms: number) {
  const held: Held[] = []
  const [realSet, realClear] = [window.setTimeout, window.clearTimeout]
  let lastId = -1_000_000 * ms
  const set = (handler: () => void, delay?: number): number => {
    if (delay !== ms) return realSet(handler, delay)
    lastId -= 1
    held.push({ id: lastId, run: handler })
    return lastId
  }
  const clear = (id?: number): void => {
    const place = held.findIndex((each) => each.id === id)
    if (place === -1) realClear(id)
    else held.splice(place, 1)
  }
  Object.assign(window, { setTimeout: set, clearTimeout: clear })
  onTestFinished(() => void Object.assign(window, { setTimeout: realSet, clearTimeout: realClear }))
  return {
    /** One at least waits now. */
    begun: async (): Promise<void> => {
      await expect.poll(() => held.length).toBeGreaterThan(0)
    },
    end: (): void => {
      for (const { run } of held.splice(0)) run()
    },
  }
}
