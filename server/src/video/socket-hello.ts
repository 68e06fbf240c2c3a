import type { VideoCommand } from '@saathi/contract/video/socket'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { inTransaction } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { requireVisit } from './access.ts'
import type { VideoConnection } from './connection-registry.ts'
import type { SocketTools } from './socket-commands.ts'
import { enterRoom } from './presence.ts'

/** The capacity of one server. */
const MAX_CONNECTIONS = 2_000

type Hello = Extract<VideoCommand, { type: 'hello' }>

/** Admits the person named by the token into the room named by the token; nothing else in the frame is trusted. */
export function helloHandler({ identity, maintenance, log }: FastifyInstance, tools: SocketTools) {
  const { world, registry, rooms, accessWatch, relay, tokens, isWithinHellos } = tools
  const { db, clock } = world

  async function requireOpen(connection: Pick<VideoConnection, 'mayEnterClosed'>): Promise<void> {
    if (!connection.mayEnterClosed && (await maintenance.isOn())) throw coreRefusal('core.maintenance', { retryAfterSeconds: 30 })
  }

  async function openConnection(socket: WebSocket, hello: Hello): Promise<VideoConnection> {
    const claims = await tokens.read(hello.token)
    const actor = claims && (await identity.findActor(db, claims, clock.now()))
    if (!actor) throw coreRefusal('core.signed_out')
    if (!identity.can(actor, 'video.call')) throw coreRefusal('core.forbidden')
    const mayEnterClosed = identity.mayEnterClosed(actor)
    await requireOpen({ mayEnterClosed })
    if (!isWithinHellos(claims.personId)) throw coreRefusal('core.too_many', { retryAfterSeconds: 60 })
    if (registry.count() >= MAX_CONNECTIONS) throw coreRefusal('core.unavailable')
    const { personId, sessionId: signInId } = claims
    const { resume, canRecord, state } = hello
    const { target, peerId, isResumed } = await inTransaction(world, log, async (ctx) => {
      const target = await requireVisit({ db: ctx.db, actor, now: ctx.now }, claims.roomId)
      const request = { target, personId, signInId, resume, canRecord, state, engineParticipantId: null }
      return { target, ...(await enterRoom(ctx, request)) }
    })
    const connection: VideoConnection = {
      socket,
      claims,
      actor,
      roomId: target.id,
      channelId: target.channel.id,
      peerId,
      mayEnterClosed,
      state,
      lastSent: { people: '', recording: '' },
      silentBeats: 0,
    }
    // The client is gone already: its stay times out like after any lost connection.
    if (socket.readyState !== socket.OPEN) return connection
    registry.register(connection)
    relay.publishConnected(peerId)
    registry.send(connection, { type: 'welcome', peerId, isResumed })
    return connection
  }

  /** Re-check: the sign-in or membership may have ended, or people joined, before this socket was registered. */
  async function recheck({ roomId }: VideoConnection): Promise<void> {
    await Promise.all([accessWatch.checkAll(roomId), rooms.refresh(roomId)])
  }

  return { openConnection, recheck, requireOpen }
}
