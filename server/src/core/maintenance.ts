import type { Delivery } from './ctx.ts'

/** If the event of a switch is lost, it takes effect after this time at the latest. */
const CACHE_MS = 5_000

/**
 * Whether the product is closed. Every call checks, so the flag is cached. One read serves all concurrent callers, and a read
 * that started before a change event is never used after it.
 */
export function maintenanceFlag(read: () => Promise<boolean>, monotonicMs: () => number = () => performance.now()) {
  let known: { isOn: Promise<boolean>; until: number } | null = null

  function invalidate(): void {
    known = null
  }

  return {
    async isOn(): Promise<boolean> {
      if (!known || known.until <= monotonicMs()) known = { isOn: read(), until: monotonicMs() + CACHE_MS }
      const current = known
      try {
        return await current.isOn
      } catch (error) {
        if (known === current) invalidate()
        throw error
      }
    },
    invalidate,
    /** The row decides, not the event: events of two concurrent switches may arrive in the wrong order. */
    onDelivery(delivery: Delivery): void {
      if ('toEveryone' in delivery && delivery.event.type === 'accounts.maintenance_changed') invalidate()
    },
  }
}
export type MaintenanceFlag = ReturnType<typeof maintenanceFlag>
