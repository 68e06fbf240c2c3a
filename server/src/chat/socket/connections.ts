import type { ChatEvent, ChatMessage } from '@saathi/contract/chat/socket'
import { MINUTE_MS } from '@saathi/contract/core/time'
import type { BlockedPair } from '#accounts/public.ts'
import type { Delivery } from '#core/ctx.ts'
import { type Connection, connectionRegistry, sendFrame, type TextFrame, textFrame } from '#core/sockets/connections.ts'
import { type ChatFlags, hiddenFrom, isOnFor } from '../access.ts'
import type { ChannelsChangedEvent, CommittedMessage } from '../server-events.ts'
import type { MessageRow } from '../message-store.ts'
import { looksSameToAll, type MessageLinks, showMessage } from '../show-message.ts'

/** A message received during catch-up. `isOwn`: the sender waits for its id, so it is always sent. */
export type QueuedFrame = { id: number; channelId: number; isOwn: boolean; frame: TextFrame }

/** An authenticated socket. Rarely used maps are created on first use. */
export type ChatConnection = Connection & {
  /** The last token that was validated. The same token is not checked again. */
  token: string
  flags: ChatFlags
  /** For the texts of refusals. */
  language: string
  mayEnterClosed: boolean
  /** Channels that are open on the screen. */
  joined: Set<number>
  /** Messages received before the newest ids of its channels are known; sent afterwards. */
  queuedUntilReady: QueuedFrame[] | null
  /** Messages received while it catches up in a channel; sent afterwards. */
  queuedWhileCatchingUp: Map<number, QueuedFrame[]> | null
  /** The newest message the client has, by channel: from catching up, or committed before the socket connected. */
  caughtUp: Map<number, number> | null
  /** Null until the client says whether its page is visible: until then it receives no presence. */
  presence: { isVisible: boolean; isShown: boolean } | null
  /** Last page requested, by channel. */
  pages: Map<number, { page: number; oldestId: number }> | null
}

export type ConnectionDeps = {
  links: MessageLinks
  /** The person's flags changed, or may have changed: reload them for this connection. */
  refreshFlags: (connection: ChatConnection) => void
  invalidate: (channelIds: readonly number[] | null) => void
}

const reload = textFrame(JSON.stringify({ command: 'reload' } satisfies ChatEvent))

/** All authenticated chat sockets of this process. */
export function chatConnections({ links, refreshFlags, invalidate }: ConnectionDeps) {
  const registry = connectionRegistry<ChatConnection>()
  const newBlocks = recentBlocks(links.now)

  /** Removes it first, so that a socket that is slow to close receives nothing more. */
  function endConnection(connection: ChatConnection): void {
    registry.remove(connection)
    connection.socket.close(4001, 'signed out')
  }

  const send = ({ socket }: ChatConnection, event: ChatEvent): void => sendFrame(socket, JSON.stringify(event))

  /** Older messages go first, so that the newest message of a socket always shows what it has missed. */
  function sendOrQueue(connection: ChatConnection, { id, channelId, senderId }: MessageRow, frame: TextFrame): void {
    const queue = connection.queuedUntilReady ?? connection.queuedWhileCatchingUp?.get(channelId)
    if (queue) queue.push({ id, channelId, isOwn: senderId === connection.claims.personId, frame })
    else sendFrame(connection.socket, frame)
  }

  /** Serializes a message once for all readers to whom it looks the same. */
  function framesOf({ row, kind, apart = [] }: CommittedMessage, toEvent: (message: ChatMessage) => ChatEvent) {
    /** By look: the sender's, then with a mention. */
    const frames: (TextFrame | undefined)[] = []
    return ({ claims }: ChatConnection): TextFrame => {
      const { personId } = claims
      const hidden = hiddenFrom({ kind, apart }, personId)
      const make = () => textFrame(JSON.stringify(toEvent(showMessage(row, claims, links, hidden))))
      if (!looksSameToAll(row) || hidden.size > 0) return make()
      const look = (personId === row.senderId ? 1 : 0) + (row.mentions.includes(personId) ? 2 : 0)
      return (frames[look] ??= make())
    }
  }

  function forEachReader({ row, kind, readers, apart = [] }: CommittedMessage, work: (connection: ChatConnection) => void): void {
    for (const personId of readers) {
      if (isAmong(apart, personId, row.senderId) || newBlocks.has(personId, row.senderId)) continue
      for (const connection of registry.of(personId)) if (isOnFor(connection.flags, kind)) work(connection)
    }
  }

  function deliver(message: CommittedMessage): void {
    const { row } = message
    const frameFor = framesOf(message, (shown) => shown)
    forEachReader(message, (connection) => {
      if (isNew(connection, row)) sendOrQueue(connection, row, frameFor(connection))
    })
  }

  /** Clients that have not loaded the message skip it. */
  function deliverAltered(message: CommittedMessage): void {
    const { channelId } = message.row
    const frameFor = framesOf(message, (shown) => ({
      command: 'messages_changed',
      channel_id: channelId,
      messages: [shown],
    }))
    forEachReader(message, (connection) => sendFrame(connection.socket, frameFor(connection)))
  }

  return {
    ...registry,
    send,
    deliver,

    /** Sends the queued messages, except those that catching up has already sent. */
    flush(connection: ChatConnection, queue: readonly QueuedFrame[]): void {
      for (const { id, channelId, isOwn, frame } of queue)
        if (isOwn || id > (connection.caughtUp?.get(channelId) ?? 0)) sendFrame(connection.socket, frame)
    },

    /** For clients that may have missed something: they catch up from the last id they have. */
    requestReload(targets: Iterable<ChatConnection> = registry.all()): void {
      for (const { socket } of targets) sendFrame(socket, reload)
    },

    onChannelEvent({ changed, to, frame, block, altered, sharing }: ChannelsChangedEvent): void {
      if (altered) return deliverAltered(altered)
      if (sharing) {
        for (const { presence } of registry.of(sharing.personId)) if (presence) presence.isShown = sharing.isShown
        return
      }
      if (block) newBlocks.set(block.between, block.isOn)
      if (changed !== undefined) invalidate(changed)
      const mayReceive = ({ joined, presence }: ChatConnection): boolean =>
        !frame || ((frame.openIn === null || joined.has(frame.openIn)) && (!frame.isPresence || presence?.isShown === true))
      const sent = frame ? textFrame(frame.text) : reload
      for (const personId of to) {
        for (const connection of registry.of(personId)) {
          if (mayReceive(connection)) sendFrame(connection.socket, sent)
        }
      }
    },

    /** A sign-in ended, or somebody's flags changed. */
    onDelivery(delivery: Delivery): void {
      const { type } = delivery.event
      if (type === 'accounts.sign_in_ended') registry.targetsOf(delivery).forEach(endConnection)
      if (type === 'accounts.profile_changed') registry.targetsOf(delivery).forEach(refreshFlags)
    },

    endConnection,
  }
}
export type ChatConnections = ReturnType<typeof chatConnections>

const isAmong = (apart: readonly BlockedPair[], one: number, other: number | null): boolean =>
  apart.some((pair) => other !== null && one !== other && pair.includes(one) && pair.includes(other))

/** Much longer than delivering a committed message takes. Messages committed after the block already respect it. */
const ON_ITS_WAY_MS = MINUTE_MS

/** Blocks that are newer than messages which may still be delivered. */
function recentBlocks(now: () => Date) {
  const since = new Map<string, number>()
  const keyOf = (one: number, other: number) => (one < other ? `${one} ${other}` : `${other} ${one}`)
  return {
    set([one, other]: BlockedPair, isOn: boolean): void {
      const time = now().getTime()
      for (const [key, at] of since) if (Math.abs(time - at) > ON_ITS_WAY_MS) since.delete(key)
      if (isOn) since.set(keyOf(one, other), time)
      else since.delete(keyOf(one, other))
    },
    has(reader: number, sender: number | null): boolean {
      if (since.size === 0 || sender === null) return false
      const at = since.get(keyOf(reader, sender))
      return at !== undefined && Math.abs(now().getTime() - at) <= ON_ITS_WAY_MS
    },
  }
}

/** False if catching up has already sent it. The sender always receives it. */
function isNew(connection: ChatConnection, { id, channelId, senderId }: MessageRow): boolean {
  const isOwn = senderId === connection.claims.personId
  return isOwn || id > (connection.caughtUp?.get(channelId) ?? 0)
}
