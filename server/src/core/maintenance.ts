import type { Delivery } from './ctx.ts'

/** A switch whose news was lost on the way is felt after this at the latest. */
const KNOWN_FOR_MS = 5_000

/**
 * Whether the product is closed. Every call asks, so it is held in memory; one read serves all who ask meanwhile, and a
 * read that began before the news of a change is never believed after it.
 */
export function maintenanceFlag(read: () => Promise<boolean>, monotonicMs: () => number = () => performance.now()) {
  let known: { isOn: Promise<boolean>; until: number } | null = null

  function readAgain(): void {
    known = null
  }

  return {
    async isOn(): Promise<boolean> {
      if (!known || known.until <= monotonicMs()) known = { isOn: read(), until: monotonicMs() + KNOWN_FOR_MS }
      const asked = known
      try {
        return await asked.isOn
      } catch (error) {
        if (known === asked) readAgain()
        throw error
      }
    },
    readAgain,
    /** The row decides, not the news: of two switches at the same moment the news may arrive in the other order. */
    hear(delivery: Delivery): void {
      if ('toEveryone' in delivery && delivery.event.type === 'accounts.maintenance_changed') readAgain()
    },
  }
}
export type MaintenanceFlag = ReturnType<typeof maintenanceFlag>
