import type { Delivery } from './ctx.ts'

/** Carries live pushes to every server process. It may lose some, but never without saying that it did. */
export type Bus = {
  publish: (delivery: Delivery) => void
  /** Every delivery, one's own included. */
  onDelivery: (handler: (delivery: Delivery) => void) => void
  /** Something may have been missed: whoever listens must read again what matters to them. */
  onGap: (handler: () => void) => void
  close: () => Promise<void>
}

/** One process needs no messenger. */
export function processBus(): Bus {
  const handlers: ((delivery: Delivery) => void)[] = []
  return {
    publish: (delivery) => {
      for (const handle of handlers) handle(delivery)
    },
    onDelivery: (handler) => {
      handlers.push(handler)
    },
    onGap: () => {},
    close: async () => {},
  }
}
