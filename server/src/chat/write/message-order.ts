import type { CommittedMessage } from '../server-events.ts'
import type { MessageRow } from '../message-store.ts'

/** A larger gap is not filled message by message: clients reload page by page. */
export const MISSING_MAX = 500

type OrderDeps = {
  deliver: (message: CommittedMessage) => void
  /** The messages of a channel after this id, oldest first, at most MISSING_MAX + 1. */
  findMissing: (channelId: number, afterId: number) => Promise<MessageRow[]>
  /** The gap is too large or cannot be read, so these readers must reload. */
  requestReload: (message: CommittedMessage) => void
}
/**
 * `since`: last id before this server tracked the channel. Older messages that arrive late are still delivered; clients drop
 * duplicates.
 */
type ChannelPosition = { last: number; since: number; waiting: (() => void)[] | null }

const MAX_TRACKED = 100_000

/**
 * Messages committed by several servers arrive here in any order. If a predecessor is missing, the message waits until the gap is
 * read from the database, so that every socket receives a channel in order and without gaps.
 */
export function messageOrder({ deliver, findMissing, requestReload }: OrderDeps) {
  const positions = new Map<number, ChannelPosition>()

  function receive(message: CommittedMessage): void {
    const { channelId, id } = message.row
    const position = positions.get(channelId)
    if (!position) {
      // A repeat says nothing about the newest message of the channel.
      if (message.isRepeat) return deliver(message)
      if (positions.size >= MAX_TRACKED) positions.clear()
      positions.set(channelId, { last: id, since: message.previousId, waiting: null })
      return deliver(message)
    }
    if (position.waiting) return void position.waiting.push(() => receive(message))
    if (id <= position.since) return deliver(message)
    if (id <= position.last) return
    if (message.previousId > position.last) return void fillGap(position, message)
    position.last = id
    deliver(message)
  }

  async function fillGap(position: ChannelPosition, message: CommittedMessage): Promise<void> {
    position.waiting = []
    const { channelId, id } = message.row
    try {
      const missing = await findMissing(channelId, position.last)
      if (missing.length > MISSING_MAX) requestReload(message)
      else for (const row of missing) if (row.id < id) deliver({ ...message, row, previousId: 0 })
    } catch {
      requestReload(message)
    }
    const { waiting } = position
    position.waiting = null
    position.last = id
    deliver(message)
    for (const run of waiting) run()
  }

  /** Runs after the gap being read is delivered, so that a reply is never followed by older messages. */
  function afterGap(channelId: number, work: () => void): void {
    const waiting = positions.get(channelId)?.waiting
    if (waiting) waiting.push(() => afterGap(channelId, work))
    else work()
  }

  return {
    receive,
    afterGap,
    /** Sets the newest id of a channel when somebody on this server starts to listen to it. */
    startAt(channelId: number, lastId: number): void {
      if (!positions.has(channelId)) positions.set(channelId, { last: lastId, since: lastId, waiting: null })
    },
  }
}
