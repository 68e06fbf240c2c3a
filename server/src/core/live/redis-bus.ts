import { randomUUID } from 'node:crypto'
import { LiveEvent } from '@saathi/contract/live'
import { Redis } from 'ioredis'
import * as z from 'zod/mini'
import { type Bus, topicHandlers } from './bus.ts'
import type { Delivery } from '../ctx.ts'

const CHANNEL = 'saathi.live'
const MAX_WAIT_MS = 2_000

const Envelope = z.union([
  z.object({ from: z.string(), topic: z.string(), text: z.string() }),
  z.object({ from: z.string(), to: z.array(z.number()), event: LiveEvent }),
  z.object({ from: z.string(), toSignIns: z.array(z.string()), event: LiveEvent }),
  z.object({ from: z.string(), toEveryone: z.literal(true), event: LiveEvent }),
  z.object({ from: z.string(), gap: z.literal(true) }),
])

const options = {
  // A delivery that waits for Redis would be stale; a gap is announced instead.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 1,
  connectTimeout: MAX_WAIT_MS,
  retryStrategy: (times: number) => Math.min(times * 100, MAX_WAIT_MS),
}

/** Redis drops messages without a subscriber, so each lost connection, on either side, is followed by a gap event. */
export function redisBus(url: string, log: (line: string) => void): Bus {
  const self = randomUUID()
  const deliveryHandlers: ((delivery: Delivery) => void)[] = []
  const gapHandlers: (() => void)[] = []
  const topics = topicHandlers()
  const sender = new Redis(url, options)
  const receiver = new Redis(url, { ...options, autoResubscribe: false })
  let hasPendingGap = false
  let isSubscribed = false

  const notifyGap = () => {
    for (const handle of gapHandlers) handle()
  }
  const send = (message: object) =>
    sender.publish(CHANNEL, JSON.stringify({ from: self, ...message })).then(
      () => undefined,
      () => {
        hasPendingGap = true
      },
    )

  sender.on('ready', () => {
    if (!hasPendingGap) return
    hasPendingGap = false
    void send({ gap: true })
  })
  receiver.on('ready', () => {
    listen().catch((error: Error) => log(`bus: ${error.message}`))
  })
  async function listen() {
    await receiver.subscribe(CHANNEL)
    isSubscribed = true
    // Also the first time: a server accepts people before it is subscribed.
    notifyGap()
  }
  receiver.on('close', () => {
    isSubscribed = false
  })
  receiver.on('message', (_channel, text) => {
    const envelope = read(text)
    if (!envelope || envelope.from === self) return
    if ('gap' in envelope) return notifyGap()
    if ('topic' in envelope) return topics.dispatch(envelope.topic, envelope.text)
    const { from: _, ...delivery } = envelope
    for (const handle of deliveryHandlers) handle(delivery)
  })
  for (const connection of [sender, receiver]) connection.on('error', (error) => log(`bus: ${error.message}`))

  return {
    publish: (delivery) => {
      // Local sockets need not wait for Redis, nor depend on it.
      for (const handle of deliveryHandlers) handle(delivery)
      void send(delivery)
    },
    onDelivery: (handler) => {
      deliveryHandlers.push(handler)
    },
    isSingleServer: false,
    publishToTopic: (topic, text) => {
      topics.dispatch(topic, text)
      void send({ topic, text })
    },
    onTopic: topics.add,
    onGap: (handler) => {
      gapHandlers.push(handler)
    },
    isConnected: () => isSubscribed && sender.status === 'ready' && !hasPendingGap,
    close: async () => {
      for (const connection of [sender, receiver]) connection.disconnect()
    },
  }
}

/** Messages of another version that this one does not know are ignored. */
function read(text: string) {
  try {
    return Envelope.parse(JSON.parse(text))
  } catch {
    return null
  }
}
