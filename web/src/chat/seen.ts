import { queryClient } from '#core/query-client.ts'
import { onPersonLeft } from '#core/session.ts'
import { createTimer } from '#core/store.ts'
import { skipDelivered } from './delivered.ts'
import { unreadQuery } from './queries.ts'
import { sendCommand } from './socket.ts'

const SEND_AFTER_MS = 300

const seen = new Map<number, number>()
const seenTimer = createTimer()

onPersonLeft(() => {
  seen.clear()
  seenTimer.stop()
})

/** Everything up to this message is read. Throttled for busy channels. */
export function markSeen(channel: number, message_id: number): void {
  seen.set(channel, message_id)
  if (!seenTimer.isRunning()) flushSeen()
}

function flushSeen(): void {
  if (seen.size === 0) return
  seenTimer.restart(flushSeen, SEND_AFTER_MS)
  for (const [channel, message_id] of seen) {
    seen.delete(channel)
    if (!sendCommand({ command: 'message_seen', channel, message_id })) continue
    setRead(channel)
    skipDelivered(channel)
  }
}

const setRead = (channel: number): void =>
  void queryClient.setQueryData(
    unreadQuery.queryKey,
    (unread) => unread && { ...unread, [channel]: { ...unread[channel], unreadCount: 0, isTagged: false } },
  )
