import { expect, onTestFinished } from 'vitest'

type HeldTimer = { id: number; run: () => void }

/**
 * Holds timers of exactly this length for the test and lets all others run, so that a test can check a delay without waiting.
 * Fake timers would still advance with every poll.
 */
export function holdTimers(ms: number) {
  const held: HeldTimer[] = []
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
    /** Resolves when at least one is held. */
    begun: async (): Promise<void> => {
      await expect.poll(() => held.length).toBeGreaterThan(0)
    },
    end: (): void => {
      for (const { run } of held.splice(0)) run()
    },
  }
}
