import { createPersonStore, onPersonLeft } from '#core/session.ts'
import { createTimer } from '#core/store.ts'
import { onFrame, onSocketOpen, sendCommand } from './socket.ts'

/** By then, a message that the reader sees at once is marked as read, which says more. */
const DELIVERED_AFTER_MS = 1_000

/** The newest message that arrived in a channel and was not reported to its sender yet. */
const arrived = new Map<number, number>()
const timer = createTimer()
/** Between a connect and the first counts after it. */
const isConnecting = createPersonStore(false)

onPersonLeft(() => {
  arrived.clear()
  timer.stop()
})

export function noteArrived(channel: number, message_id: number): void {
  arrived.set(channel, Math.max(message_id, arrived.get(channel) ?? 0))
  timer.start(report, DELIVERED_AFTER_MS)
}

export const skipDelivered = (channel: number): void => void arrived.delete(channel)

function report(): void {
  if (arrived.size > 0 && sendCommand({ command: 'message_delivered', message_id: Math.max(...arrived.values()) }))
    arrived.clear()
}

onSocketOpen(() => isConnecting.set(true))

// The first counts after a connect say whether something was written in the meantime: it has now reached this device.
onFrame((event) => {
  if (event.command !== 'unread_message' || !isConnecting.get()) return
  isConnecting.set(false)
  if (event.channels.some(({ unread_count }) => unread_count > 0)) sendCommand({ command: 'message_delivered' })
})
