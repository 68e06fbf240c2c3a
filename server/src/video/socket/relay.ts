import { SignalData, type VideoCommand } from '@saathi/contract/video/socket'
import * as z from 'zod/mini'
import type { Bus } from '#core/live/bus.ts'
import { conflict } from '#core/errors.ts'
import type { ConnectionRegistry, VideoConnection } from './connection-registry.ts'
import type { RoomUpdates } from './room-updates.ts'
import { CAPTION, SIGNAL } from '../room-topics.ts'

/** A peer connected here: other servers must drop their older connection of it. */
const CONNECTED = 'video.connected'

const SignalMessage = z.object({ roomId: z.string(), to: z.string(), from: z.string(), data: SignalData })
const CaptionMessage = z.object({ roomId: z.string(), from: z.string(), text: z.string(), isFinal: z.boolean() })
const ConnectedMessage = z.object({ peerId: z.string(), server: z.string() })

type Signal = Extract<VideoCommand, { type: 'signal' }>
type Caption = Extract<VideoCommand, { type: 'caption' }>

const notHere = () => conflict('video.not_here')

/** Relays signals and captions between participants on any server. Nothing is stored. */
export function videoRelay(
  bus: Bus,
  { registry, rooms, serverId }: { registry: ConnectionRegistry; rooms: RoomUpdates; serverId: string },
) {
  bus.onTopic(SIGNAL, (text) => {
    const message = read(SignalMessage, text)
    const connection = message && registry.connectionOf(message.to)
    if (message && connection?.roomId === message.roomId)
      registry.send(connection, { type: 'signal', from: message.from, data: message.data })
  })
  bus.onTopic(CAPTION, (text) => {
    const message = read(CaptionMessage, text)
    if (!message) return
    const { roomId, ...caption } = message
    for (const connection of registry.connectionsOf(roomId))
      if (connection.peerId !== caption.from && !rooms.isBlockedPair(roomId, caption.from, connection.peerId))
        registry.send(connection, { type: 'caption', ...caption })
  })
  bus.onTopic(CONNECTED, (text) => {
    const message = read(ConnectedMessage, text)
    const before = message && message.server !== serverId ? registry.connectionOf(message.peerId) : undefined
    if (before) registry.dismiss(before, 'replaced')
  })

  return {
    /** Only to peers in the same room. A peer that has just joined may not be in the cached state yet. */
    async signal({ roomId, peerId }: VideoConnection, { to, data }: Signal): Promise<void> {
      if (rooms.isBlockedPair(roomId, peerId, to)) throw notHere()
      const connection = registry.connectionOf(to)
      if (connection?.roomId === roomId) return registry.send(connection, { type: 'signal', from: peerId, data })
      if (!rooms.isPresent(roomId, to)) await rooms.refresh(roomId)
      if (!rooms.isPresent(roomId, to)) throw notHere()
      if (!bus.isSingleServer)
        bus.publishToTopic(SIGNAL, JSON.stringify({ roomId, to, from: peerId, data } satisfies z.infer<typeof SignalMessage>))
    },
    caption({ roomId, peerId }: VideoConnection, { isFinal }: Caption, text: string): void {
      bus.publishToTopic(
        CAPTION,
        JSON.stringify({ roomId, from: peerId, text, isFinal } satisfies z.infer<typeof CaptionMessage>),
      )
    },
    publishConnected(peerId: string): void {
      if (!bus.isSingleServer)
        bus.publishToTopic(CONNECTED, JSON.stringify({ peerId, server: serverId } satisfies z.infer<typeof ConnectedMessage>))
    },
  }
}
export type VideoRelay = ReturnType<typeof videoRelay>

/** Null for a message from a server of another version that this one cannot parse. */
function read<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
