import type { Delivery } from './ctx.ts'

/** Carries live pushes to every server process. It may lose some, but never without saying that it did. */
export type Bus = {
  publish: (delivery: Delivery) => void
  /** Every delivery, one's own included. */
  onDelivery: (handler: (delivery: Delivery) => void) => void
  /** What a room says to itself on every server, in words that only it can read; in one order with deliveries. */
  tell: (topic: string, text: string) => void
  /** Everything told under this topic, one's own included. */
  onTold: (topic: string, handler: (text: string) => void) => void
  /** Nobody else is told anything: what is for others need not even be written. */
  isAlone: boolean
  /** Something may have been missed: whoever listens must read again what matters to them. */
  onGap: (handler: () => void) => void
  /** False while nothing may come or leave: what must not be missed is asked of the database meanwhile. */
  isWhole: () => boolean
  close: () => Promise<void>
}

/** One process needs no messenger. */
export function processBus(): Bus {
  const handlers: ((delivery: Delivery) => void)[] = []
  const topics = topicHandlers()
  return {
    publish: (delivery) => {
      for (const handle of handlers) handle(delivery)
    },
    onDelivery: (handler) => {
      handlers.push(handler)
    },
    tell: topics.hand,
    onTold: topics.add,
    isAlone: true,
    onGap: () => {},
    isWhole: () => true,
    close: async () => {},
  }
}

/** Who listens to which topic, in this process. */
export function topicHandlers() {
  const byTopic = new Map<string, ((text: string) => void)[]>()
  return {
    add(topic: string, handler: (text: string) => void) {
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), handler])
    },
    hand(topic: string, text: string) {
      for (const handle of byTopic.get(topic) ?? []) handle(text)
    },
  }
}
