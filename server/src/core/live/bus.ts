import type { Delivery } from '../ctx.ts'

/** Carries live events to every server process. It may lose some, but then it always reports a gap. */
export type Bus = {
  publish: (delivery: Delivery) => void
  /** Called for every delivery, including those of this process. */
  onDelivery: (handler: (delivery: Delivery) => void) => void
  /** Sends a domain's own message to the same domain on every server, in order with deliveries. */
  publishToTopic: (topic: string, text: string) => void
  /** Called for every message of this topic, including those of this process. */
  onTopic: (topic: string, handler: (text: string) => void) => void
  /** True if there is only one server: messages for others need not be serialised. */
  isSingleServer: boolean
  /** Deliveries may have been missed: listeners must refetch. */
  onGap: (handler: () => void) => void
  /** False while deliveries may get lost: critical state must be read from the database then. */
  isConnected: () => boolean
  close: () => Promise<void>
}

/** The bus of a single server process. */
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
    publishToTopic: topics.dispatch,
    onTopic: topics.add,
    isSingleServer: true,
    onGap: () => {},
    isConnected: () => true,
    close: async () => {},
  }
}

/** The handlers of each topic in this process. */
export function topicHandlers() {
  const byTopic = new Map<string, ((text: string) => void)[]>()
  return {
    add(topic: string, handler: (text: string) => void) {
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), handler])
    },
    dispatch(topic: string, text: string) {
      for (const handle of byTopic.get(topic) ?? []) handle(text)
    },
  }
}
