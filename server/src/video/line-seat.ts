import type { VideoCommand } from '@saathi/contract/video/socket'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { inTransaction } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { requireVisit } from './access.ts'
import type { VideoSeat } from './hub.ts'
import type { LineTools } from './line-commands.ts'
import { enterRoom } from './presence.ts'

/** What one server can carry. */
const MAX_SEATS = 2_000

type Hello = Extract<VideoCommand, { type: 'hello' }>

/** Lets in whoever the token names, into the room that it names; nothing else that is said of oneself is believed. */
export function seatKeeper({ identity, maintenance, log }: FastifyInstance, tools: LineTools) {
  const { world, hub, rooms, doors, relay, tokens, isWithinHellos } = tools
  const { db, clock } = world

  async function requireOpen(seat: Pick<VideoSeat, 'mayEnterClosed'>): Promise<void> {
    if (!seat.mayEnterClosed && (await maintenance.isOn())) throw coreRefusal('core.maintenance', { retryAfterSeconds: 30 })
  }

  async function seatFor(socket: WebSocket, hello: Hello): Promise<VideoSeat> {
    const claims = await tokens.read(hello.token)
    const actor = claims && (await identity.findActor(db, claims, clock.now()))
    if (!actor) throw coreRefusal('core.signed_out')
    if (!identity.can(actor, 'video.call')) throw coreRefusal('core.forbidden')
    const mayEnterClosed = identity.mayEnterClosed(actor)
    await requireOpen({ mayEnterClosed })
    if (!isWithinHellos(claims.personId)) throw coreRefusal('core.too_many', { retryAfterSeconds: 60 })
    if (hub.count() >= MAX_SEATS) throw coreRefusal('core.unavailable')
    const { personId, sessionId: signInId } = claims
    const { resume, canRecord, state } = hello
    const { target, peerId, isResumed } = await inTransaction(world, log, async (ctx) => {
      const target = await requireVisit({ db: ctx.db, actor, now: ctx.now }, claims.roomId)
      const entering = { target, personId, signInId, resume, canRecord, state, engineParticipantId: null }
      return { target, ...(await enterRoom(ctx, entering)) }
    })
    const seat: VideoSeat = {
      socket,
      claims,
      actor,
      roomId: target.id,
      channelId: target.channel.id,
      peerId,
      mayEnterClosed,
      state,
      told: { people: '', recording: '' },
      silentPulses: 0,
    }
    // Who is gone by now has the time of everybody whose line breaks.
    if (socket.readyState !== socket.OPEN) return seat
    hub.take(seat)
    relay.tellSeated(peerId)
    hub.say(seat, { type: 'welcome', peerId, isResumed })
    return seat
  }

  /** What came before the seat was taken was told to nobody here: the end of a sign-in or a membership, and who is there. */
  async function makeSure({ roomId }: VideoSeat): Promise<void> {
    await Promise.all([doors.checkAll(roomId), rooms.readAgain(roomId)])
  }

  return { seatFor, makeSure, requireOpen }
}
