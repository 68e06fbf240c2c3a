import { BEAT_EVERY_MS, FRAME_MAX_BYTES, VideoCommand, type VideoEvent } from '@saathi/contract/video/socket'
import { LOST_AFTER_SECONDS } from '@saathi/contract/video/entities'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#core/ctx.ts'
import { coreRefusal, type Refusal } from '#core/errors.ts'
import { describeError, parseFrame } from '#core/sockets/access.ts'
import { type Client, type ClientHandlers, socketKit } from '#core/sockets/kit.ts'
import type { SocketPlan } from '#core/sockets/serve-sockets.ts'
import { requireVisit } from '../access.ts'
import type { VideoConnection } from './connection-registry.ts'
import { enterRoom } from '../call/presence.ts'
import { handleCommand, type SocketTools } from './commands.ts'
import { type SocketLimits, socketLimits } from './limits.ts'

const MAX_PENDING = 1_000
const MAX_UNREADABLE = 20
/** Limit for the bytes that one socket may queue while a command is handled. */
const MAX_QUEUED_BYTES = 16 * FRAME_MAX_BYTES
/** After this many unanswered heartbeats the person counts as lost, and the socket is closed. */
const MAX_SILENT_BEATS = (LOST_AFTER_SECONDS * 1000) / BEAT_EVERY_MS

/** When joining fails: 4001: get a new token; 1013: try again later; 4003: give up. */
const closeCodes: Record<string, number> = {
  'core.signed_out': 4001,
  'core.maintenance': 1013,
  'core.too_many': 1013,
  'core.unavailable': 1013,
}

type VideoSocketOptions = { limitFactor: number; onBeat: () => void }

/** `/ws/video/`: presence in calls, and the WebRTC signalling between browsers. */
export function videoSocket(app: FastifyInstance, tools: SocketTools, { limitFactor, onBeat }: VideoSocketOptions): SocketPlan {
  const join = helloHandler(app, tools)
  const rules = {
    url: '/ws/video/',
    maxFrameBytes: FRAME_MAX_BYTES,
    lateReason: 'no hello',
    maxPending: MAX_PENDING,
    maxQueued: { bytes: MAX_QUEUED_BYTES },
    heartbeat: { everyMs: BEAT_EVERY_MS, maxSilentBeats: MAX_SILENT_BEATS, onBeat },
  } as const
  return socketKit(app, rules, videoHandlers(tools, join, limitFactor))
}

type VideoClient = Client & { connection: VideoConnection | null; unreadable: number; limits: SocketLimits }

function videoHandlers(
  tools: SocketTools,
  join: ReturnType<typeof helloHandler>,
  limitFactor: number,
): ClientHandlers<VideoClient> {
  const { registry, rooms, world, log, access } = tools
  const isWithinFrames = ({ limits }: VideoClient): boolean => limits.isWithinFrames()

  async function handleHello(client: VideoClient, command: VideoCommand | null): Promise<void> {
    if (command?.type !== 'hello') return void sendError(client, refuseFrame(client))
    const { socket } = client
    client.onAuthenticated()
    try {
      client.connection = await join.openConnection(client, command)
      await join.recheck(client.connection)
    } catch (error) {
      const code = sendError(client, error)
      socket.close(closeCodes[code] ?? 4003, code)
    }
    if (socket.readyState !== socket.OPEN) release(client)
  }

  async function handleFrame(client: VideoClient, text: string): Promise<void> {
    const command = parseFrame(VideoCommand, text)
    const { connection } = client
    if (!connection) return handleHello(client, command)
    try {
      if (!command) throw refuseFrame(client)
      // Leaving is always allowed, also during maintenance.
      if (command.type !== 'leave' && command.type !== 'beat') await access.requireOpen(connection)
      await handleCommand(tools, connection, command, client.limits)
    } catch (error) {
      sendError(client, error)
    }
  }

  function sendError(client: VideoClient, error: unknown): string {
    const event: VideoEvent = { type: 'error', ...describeError(error, client.connection?.actor.language ?? 'en', log) }
    registry.send(client, event)
    if (client.unreadable >= MAX_UNREADABLE) client.socket.close(1008, 'not understood')
    return event.code
  }

  function release({ connection }: VideoClient): void {
    if (!connection) return
    registry.unregister(connection)
    rooms.forget(connection.roomId)
  }

  return {
    open: (client) => ({ ...client, connection: null, unreadable: 0, limits: socketLimits(limitFactor, world.clock.now) }),
    isWithinFrames,
    isWithinPings: isWithinFrames,
    handleFrame,
    onClose: release,
  }
}

function refuseFrame(client: VideoClient): Refusal {
  client.unreadable += 1
  return coreRefusal('core.bad_input')
}

/** The capacity of one server. */
const MAX_CONNECTIONS = 2_000

type Hello = Extract<VideoCommand, { type: 'hello' }>

/** Admits the person named by the token into the room named by the token; nothing else in the frame is trusted. */
function helloHandler({ identity, log }: FastifyInstance, tools: SocketTools) {
  const { access, world, registry, rooms, accessWatch, relay, tokens, isWithinHellos } = tools

  async function openConnection(client: Client, hello: Hello): Promise<VideoConnection> {
    const claims = await tokens.read(hello.token)
    const actor = claims && (await access.findActor(claims))
    if (!actor) throw coreRefusal('core.signed_out')
    if (!identity.can(actor, 'video.call')) throw coreRefusal('core.forbidden')
    const mayEnterClosed = identity.mayEnterClosed(actor)
    await access.requireOpen({ mayEnterClosed })
    if (!isWithinHellos(claims.personId)) throw coreRefusal('core.too_many', { retryAfterSeconds: 60 })
    if (registry.count() >= MAX_CONNECTIONS) throw coreRefusal('core.unavailable')
    const { personId, sessionId: signInId } = claims
    const { resume, canRecord, state } = hello
    const { target, peerId, isResumed } = await inTransaction(world, log, async (ctx) => {
      const target = await requireVisit({ db: ctx.db, actor, now: ctx.now }, claims.roomId)
      const request = { target, personId, signInId, resume, canRecord, state, engineParticipantId: null }
      return { target, ...(await enterRoom(ctx, request)) }
    })
    const { socket } = client
    const connection: VideoConnection = {
      socket,
      client,
      claims,
      actor,
      roomId: target.id,
      channelId: target.channel.id,
      peerId,
      mayEnterClosed,
      state,
      lastSent: { people: '', recording: '' },
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

  return { openConnection, recheck }
}
