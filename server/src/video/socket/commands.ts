import type { PeerState, VideoCommand } from '@saathi/contract/video/socket'
import type { FastifyBaseLogger } from 'fastify'
import { inTransaction, type PublicCtx, type World } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import type { SocketAccess } from '#core/sockets/access.ts'
import { leaveRoom, setPeerState } from '../call/presence.ts'
import type { VideoTokens } from '../call/token.ts'
import { storeCaption, setRecordingWanted } from '../recording/recording.ts'
import type { AccessWatch } from './access-watch.ts'
import type { ConnectionRegistry, VideoConnection } from './connection-registry.ts'
import type { SocketLimits } from './limits.ts'
import type { VideoRelay } from './relay.ts'
import type { RoomUpdates } from './room-updates.ts'

export type SocketTools = {
  access: SocketAccess
  world: World
  log: FastifyBaseLogger
  registry: ConnectionRegistry
  rooms: RoomUpdates
  accessWatch: AccessWatch
  relay: VideoRelay
  tokens: VideoTokens
  isWithinHellos: (personId: number) => boolean
}
type Caption = Extract<VideoCommand, { type: 'caption' }>

/** Handles a command. The sender and the room come from the connection, never from the frame. */
export async function handleCommand(
  tools: SocketTools,
  connection: VideoConnection,
  command: VideoCommand,
  limits: SocketLimits,
): Promise<void> {
  const { registry, relay } = tools
  switch (command.type) {
    case 'hello':
      // A socket can only join once.
      throw coreRefusal('core.bad_input')
    case 'beat':
      return registry.send(connection, { type: 'beat' })
    case 'signal':
      return relay.signal(connection, command)
    case 'state':
      return changeState(tools, connection, command.state, limits)
    case 'caption':
      return passCaption(tools, connection, command, limits)
    case 'record':
      requireWithinLimit(limits.isWithinChanges)
      return write(tools, (ctx) => setRecordingWanted(ctx, connection.roomId, command.isWanted))
    case 'leave':
      await write(tools, (ctx) => leaveRoom(ctx, connection.peerId, 'left'))
      return registry.dismiss(connection, 'left')
  }
}

const write = ({ world, log }: SocketTools, work: (ctx: PublicCtx) => Promise<void>): Promise<void> =>
  inTransaction(world, log, work)

function requireWithinLimit(isWithin: () => boolean): void {
  if (!isWithin()) throw coreRefusal('core.too_many', { retryAfterSeconds: 5 })
}

const isSame = (one: PeerState, other: PeerState): boolean =>
  one.microphone === other.microphone && one.camera === other.camera && one.screen === other.screen && one.hand === other.hand

async function changeState(
  tools: SocketTools,
  connection: VideoConnection,
  state: PeerState,
  limits: SocketLimits,
): Promise<void> {
  if (isSame(connection.state, state)) return
  requireWithinLimit(limits.isWithinChanges)
  await write(tools, (ctx) => setPeerState(ctx, connection.peerId, state))
  connection.state = state
}

async function passCaption(
  tools: SocketTools,
  connection: VideoConnection,
  caption: Caption,
  limits: SocketLimits,
): Promise<void> {
  requireWithinLimit(limits.isWithinCaptions)
  const text = readable(caption.text)
  if (text === '') return
  tools.relay.caption(connection, caption, text)
  if (!caption.isFinal) return
  const { roomId, claims } = connection
  await write(tools, (ctx) => storeCaption(ctx, { roomId, personId: claims.personId, text, language: caption.language }))
}

/** Postgres cannot store NUL characters or lone surrogates. */
const readable = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim()
