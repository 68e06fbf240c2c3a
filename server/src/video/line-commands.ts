import type { PeerState, VideoCommand } from '@saathi/contract/video/socket'
import type { FastifyBaseLogger } from 'fastify'
import { inTransaction, type PublicCtx, type World } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import type { VideoHub, VideoSeat } from './hub.ts'
import type { HubDoors } from './hub-doors.ts'
import type { HubRooms } from './hub-rooms.ts'
import { readable } from './line-frame.ts'
import type { SocketPace } from './line-pace.ts'
import { leaveRoom, setPeerState } from './presence.ts'
import { keepCaption, setWanted } from './recording.ts'
import type { VideoRelay } from './relay.ts'
import type { VideoTokens } from './token.ts'

export type LineTools = {
  world: World
  log: FastifyBaseLogger
  hub: VideoHub
  rooms: HubRooms
  doors: HubDoors
  relay: VideoRelay
  tokens: VideoTokens
  isWithinHellos: (personId: number) => boolean
}
type Caption = Extract<VideoCommand, { type: 'caption' }>

/** Each is said by somebody who is in a call; who and where they are is the seat's to say, and never the frame's. */
export async function carryOut(tools: LineTools, seat: VideoSeat, command: VideoCommand, pace: SocketPace): Promise<void> {
  const { hub, relay } = tools
  switch (command.type) {
    case 'hello':
      // One line is one stay.
      throw coreRefusal('core.bad_input')
    case 'beat':
      return hub.say(seat, { type: 'beat' })
    case 'signal':
      return relay.signal(seat, command)
    case 'state':
      return changeState(tools, seat, command.state, pace)
    case 'caption':
      return passCaption(tools, seat, command, pace)
    case 'record':
      requirePace(pace.isWithinChanges)
      return write(tools, (ctx) => setWanted(ctx, seat.roomId, command.isWanted))
    case 'leave':
      await write(tools, (ctx) => leaveRoom(ctx, seat.peerId, 'left'))
      return hub.dismiss(seat, 'left')
  }
}

const write = ({ world, log }: LineTools, work: (ctx: PublicCtx) => Promise<void>): Promise<void> =>
  inTransaction(world, log, work)

function requirePace(isWithin: () => boolean): void {
  if (!isWithin()) throw coreRefusal('core.too_many', { retryAfterSeconds: 5 })
}

const isSame = (one: PeerState, other: PeerState): boolean =>
  one.microphone === other.microphone && one.camera === other.camera && one.screen === other.screen && one.hand === other.hand

async function changeState(tools: LineTools, seat: VideoSeat, state: PeerState, pace: SocketPace): Promise<void> {
  if (isSame(seat.state, state)) return
  requirePace(pace.isWithinChanges)
  await write(tools, (ctx) => setPeerState(ctx, seat.peerId, state))
  seat.state = state
}

async function passCaption(tools: LineTools, seat: VideoSeat, caption: Caption, pace: SocketPace): Promise<void> {
  requirePace(pace.isWithinCaptions)
  const text = readable(caption.text)
  if (text === '') return
  tools.relay.caption(seat, caption, text)
  if (!caption.isFinal) return
  const { roomId, claims } = seat
  await write(tools, (ctx) => keepCaption(ctx, { roomId, personId: claims.personId, text, language: caption.language }))
}
