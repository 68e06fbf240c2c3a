import { type ChatCommand, ChatEvent, type ChatMessage } from '@saathi/contract/chat/socket'
import { WebSocket } from 'ws'
import type { ChatPerson } from './chat-people.ts'

type Bare<C> = C extends unknown ? Omit<C, 'authToken'> : never
type Send = { channel: number; message: string; tempId: string }
type ClientOptions = Pick<ChatPerson, 'token' | 'channels'> & {
  /** By channel, the id up to which everything was read before. */
  lastRead?: ReadonlyMap<number, number>
}

const RECONNECT_MS = 100
const RESEND_MS = 1_000

/**
 * A minimal client that never gives up: it resends each message with the same temporary id until it is acknowledged, and after
 * each reconnect it catches up from its last id.
 */
export function startChatClient({ token: firstToken, channels, lastRead }: ClientOptions, hostNow: () => string) {
  const known = new Map<number, Set<number>>(channels.map((channel) => [channel, new Set()]))
  const outbox = new Map<string, Send & { sentAt: number }>()
  const acknowledged = new Map<string, number>()
  /** Live frames that came after one with a higher id, on the same connection. */
  let inversions = 0
  /** Frames of channels that are not this person's. */
  let strange = 0
  let token = firstToken
  let isOpen = true
  let reconnectMs = RECONNECT_MS
  let socket: WebSocket | null = null
  let lastLive = new Map<number, number>()
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined

  const sendCommand = (command: Bare<ChatCommand>) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ ...command, authToken: token }))
  }
  /** The last id without gaps before it. Live frames that arrive before catching up do not count. */
  const completeUpTo = new Map<number, number>(lastRead)
  let current = new Set<number>()
  const lastIn = (channel: number) => completeUpTo.get(channel) ?? 0
  const complete = (channel: number, id: number) => completeUpTo.set(channel, Math.max(id, lastIn(channel)))

  function store(message: ChatMessage) {
    const own = known.get(message.channel_id)
    if (!own) {
      strange += 1
      return
    }
    own.add(message.msg_id)
    if (message.temp_id === null || !outbox.delete(message.temp_id)) return
    acknowledged.set(message.temp_id, message.msg_id)
  }

  function receive(event: ChatEvent) {
    if (event.command === 'new_message') {
      const last = lastLive.get(event.channel_id) ?? 0
      const isRepeat = known.get(event.channel_id)?.has(event.msg_id) ?? false
      if (event.msg_id < last && !isRepeat) inversions += 1
      lastLive.set(event.channel_id, Math.max(last, event.msg_id))
      store(event)
      if (current.has(event.channel_id)) complete(event.channel_id, event.msg_id)
    }
    if (event.command === 'messages_payload') {
      const { channel_id: channel, has_newer: hasNewer } = event
      for (const message of event.messages) {
        store(message)
        complete(channel, message.msg_id)
      }
      if (!hasNewer) current.add(channel)
      else sendCommand({ command: 'get_room_chat_messages', channel, message_id: lastIn(channel), direction: 'newer' })
    }
    if (event.command !== 'reload') return
    current.clear()
    joinAll()
  }

  const joinAll = () => channels.forEach((channel) => sendCommand({ command: 'join', channel, message_id: lastIn(channel) }))
  const resendBefore = (moment: number) => {
    for (const each of outbox.values()) {
      if (each.sentAt > moment) continue
      each.sentAt = performance.now()
      const { channel, message, tempId } = each
      sendCommand({ command: 'send', channel, message, tempId })
    }
  }

  function open() {
    const connection = new WebSocket(`ws://${hostNow()}/ws/chat/`)
    socket = connection
    lastLive = new Map()
    current = new Set()
    connection.on('open', () => {
      joinAll()
      resendBefore(Infinity)
    })
    connection.on('message', (data) => receive(ChatEvent.parse(JSON.parse(data.toString()))))
    connection.on('error', () => {})
    connection.on('close', () => {
      if (isOpen) reconnectTimer = setTimeout(open, reconnectMs)
      reconnectMs = RECONNECT_MS
    })
  }
  open()
  // Resends messages that were refused temporarily, for example while the database was down.
  const resendTimer = setInterval(() => resendBefore(performance.now() - RESEND_MS), RESEND_MS)

  return {
    send(channel: number, message: string) {
      const tempId = crypto.randomUUID()
      outbox.set(tempId, { channel, message, tempId, sentAt: performance.now() })
      sendCommand({ command: 'send', channel, message, tempId })
    },
    waiting: () => outbox.size,
    acknowledged,
    hasHeard: (channel: number): number => known.get(channel)?.size ?? 0,
    /** The received ids, in order. */
    sees: (channel: number): number[] => [...(known.get(channel) ?? [])].toSorted((a, b) => a - b),
    faults: () => ({ inversions, strange }),
    /** Simulates a network loss for this long, without a close frame. False if there was no open socket. */
    drop(forMs = RECONNECT_MS): boolean {
      if (socket?.readyState !== WebSocket.OPEN) return false
      reconnectMs = forMs
      socket.terminate()
      return true
    },
    /** Replaces the token, which expires after ten minutes. */
    renew(next: string) {
      token = next
    },
    close() {
      isOpen = false
      clearInterval(resendTimer)
      clearTimeout(reconnectTimer)
      socket?.close()
    },
  }
}
export type ChatClient = ReturnType<typeof startChatClient>

type SendLimits = {
  /** A talker pauses while this many of its messages are not acknowledged. */
  maxUnacknowledged?: number
  messagesEach?: number
}

/** Lets everybody send a few times a second, until stopped or until each has sent `messagesEach` messages. */
export function keepSending(
  talkers: readonly { talker: ChatClient; channels: readonly number[] }[],
  everyMs: number,
  { maxUnacknowledged = 20, messagesEach = Infinity }: SendLimits = {},
): () => number {
  let sent = 0
  const timers = talkers.map(({ talker, channels }) =>
    setInterval(() => {
      if (talker.waiting() >= maxUnacknowledged || talker.waiting() + talker.acknowledged.size >= messagesEach) return
      sent += 1
      talker.send(channels[sent % channels.length] ?? 0, `message ${sent}`)
    }, everyMs),
  )
  return () => {
    timers.forEach((timer) => clearInterval(timer))
    return sent
  }
}
