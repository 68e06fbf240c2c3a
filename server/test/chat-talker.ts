import { type ChatCommand, ChatEvent, type ChatMessage } from '@saathi/contract/chat/socket'
import { WebSocket } from 'ws'
import type { Talking } from './chat-people.ts'

type Bare<C> = C extends unknown ? Omit<C, 'authToken'> : never
type Send = { channel: number; message: string; tempId: string }
type Who = Pick<Talking, 'token' | 'channels'> & {
  /** By channel, up to which number everything was read at an earlier time. */
  readTo?: ReadonlyMap<number, number>
}

const COME_BACK_MS = 100
const ASK_AGAIN_MS = 1_000

/**
 * A browser in small, which gives nothing up: what it wants to say it says again, with the same temporary id, until it is told
 * its number; whenever it comes back it asks for everything after the last number that it has.
 */
export function startTalker({ token: firstToken, channels, readTo }: Who, hostNow: () => string) {
  const known = new Map<number, Set<number>>(channels.map((channel) => [channel, new Set()]))
  const outbox = new Map<string, Send & { saidAt: number }>()
  const acknowledged = new Map<string, number>()
  /** Live frames that came after one with a higher number, on the same line. */
  let inversions = 0
  /** Frames of channels that are not this person's. */
  let strange = 0
  let token = firstToken
  let isWanted = true
  let awayMs = COME_BACK_MS
  let socket: WebSocket | null = null
  let lastLive = new Map<number, number>()
  let comesBack: ReturnType<typeof setTimeout> | undefined

  const say = (command: Bare<ChatCommand>) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ ...command, authToken: token }))
  }
  /** Up to where nothing is missing: what is heard before one has caught up says nothing of what came before it. */
  const completeTo = new Map<number, number>(readTo)
  let current = new Set<number>()
  const lastIn = (channel: number) => completeTo.get(channel) ?? 0
  const complete = (channel: number, id: number) => completeTo.set(channel, Math.max(id, lastIn(channel)))

  function keep(message: ChatMessage) {
    const own = known.get(message.channel_id)
    if (!own) {
      strange += 1
      return
    }
    own.add(message.msg_id)
    if (message.temp_id === null || !outbox.delete(message.temp_id)) return
    acknowledged.set(message.temp_id, message.msg_id)
  }

  function hear(event: ChatEvent) {
    if (event.command === 'new_message') {
      const last = lastLive.get(event.channel_id) ?? 0
      const isRepeat = known.get(event.channel_id)?.has(event.msg_id) ?? false
      if (event.msg_id < last && !isRepeat) inversions += 1
      lastLive.set(event.channel_id, Math.max(last, event.msg_id))
      keep(event)
      if (current.has(event.channel_id)) complete(event.channel_id, event.msg_id)
    }
    if (event.command === 'messages_payload') {
      const { channel_id: channel, has_newer: hasNewer } = event
      for (const message of event.messages) {
        keep(message)
        complete(channel, message.msg_id)
      }
      if (!hasNewer) current.add(channel)
      else say({ command: 'get_room_chat_messages', channel, message_id: lastIn(channel), direction: 'newer' })
    }
    if (event.command !== 'reload') return
    current.clear()
    joinAll()
  }

  const joinAll = () => channels.forEach((channel) => say({ command: 'join', channel, message_id: lastIn(channel) }))
  const sendSaidBefore = (moment: number) => {
    for (const each of outbox.values()) {
      if (each.saidAt > moment) continue
      each.saidAt = performance.now()
      const { channel, message, tempId } = each
      say({ command: 'send', channel, message, tempId })
    }
  }

  function open() {
    const line = new WebSocket(`ws://${hostNow()}/ws/chat/`)
    socket = line
    lastLive = new Map()
    current = new Set()
    line.on('open', () => {
      joinAll()
      sendSaidBefore(Infinity)
    })
    line.on('message', (data) => hear(ChatEvent.parse(JSON.parse(data.toString()))))
    line.on('error', () => {})
    line.on('close', () => {
      if (isWanted) comesBack = setTimeout(open, awayMs)
      awayMs = COME_BACK_MS
    })
  }
  open()
  // What was refused for a moment, as when the database was away.
  const asking = setInterval(() => sendSaidBefore(performance.now() - ASK_AGAIN_MS), ASK_AGAIN_MS)

  return {
    send(channel: number, message: string) {
      const tempId = crypto.randomUUID()
      outbox.set(tempId, { channel, message, tempId, saidAt: performance.now() })
      say({ command: 'send', channel, message, tempId })
    },
    waiting: () => outbox.size,
    acknowledged,
    hasHeard: (channel: number): number => known.get(channel)?.size ?? 0,
    /** The numbers that are known here, in their order. */
    sees: (channel: number): number[] => [...(known.get(channel) ?? [])].toSorted((a, b) => a - b),
    faults: () => ({ inversions, strange }),
    /** As when a network is lost: without a goodbye, and for so long. False where there was no line to lose. */
    drop(forMs = COME_BACK_MS): boolean {
      if (socket?.readyState !== WebSocket.OPEN) return false
      awayMs = forMs
      socket.terminate()
      return true
    },
    /** A token ends after ten minutes; who talks for longer is given another. */
    renew(next: string) {
      token = next
    },
    close() {
      isWanted = false
      clearInterval(asking)
      clearTimeout(comesBack)
      socket?.close()
    },
  }
}
export type Talker = ReturnType<typeof startTalker>

type Restraint = {
  /** Nobody goes on typing while so much of theirs is not taken. */
  waitingMax?: number
  sayEach?: number
}

/** Lets them all talk, each a few times a second, until it is stopped or everybody has said so much. */
export function keepTalking(
  talkers: readonly { talker: Talker; channels: readonly number[] }[],
  everyMs: number,
  { waitingMax = 20, sayEach = Infinity }: Restraint = {},
): () => number {
  let said = 0
  const timers = talkers.map(({ talker, channels }) =>
    setInterval(() => {
      if (talker.waiting() >= waitingMax || talker.waiting() + talker.acknowledged.size >= sayEach) return
      said += 1
      talker.send(channels[said % channels.length] ?? 0, `said ${said}`)
    }, everyMs),
  )
  return () => {
    timers.forEach((timer) => clearInterval(timer))
    return said
  }
}
