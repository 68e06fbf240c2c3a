import { FRAME_MAX_BYTES, type VideoEvent, type VideoCommand } from '@saathi/contract/video/socket'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { unknownLines } from '#chat/public.ts'
import { inTransaction } from '#core/ctx.ts'
import { coreRefusal, Refusal, translateRefusal } from '#core/errors.ts'
import type { SocketPlan } from '#core/live/sockets.ts'
import { requireVisit } from '../access.ts'
import type { VideoConnection } from './connection-registry.ts'
import { enterRoom } from '../call/presence.ts'
import { handleCommand, type SocketTools, readFrame } from './commands.ts'
import { socketLimits } from './limits.ts'

const HELLO_WITHIN_MS = 10_000
const MAX_UNKNOWN = 1_000
const MAX_UNREADABLE = 20
/** The most one socket may queue behind a command that is being written. */
const MAX_WAITING_FRAME_BYTES = 16 * FRAME_MAX_BYTES

type Client = { socket: WebSocket; connection: VideoConnection | null; unreadable: number }

/** When joining fails: 4001: get a new token; 1013: try again later; 4003: give up. */
const closeCodes: Record<string, number> = {
  'core.signed_out': 4001,
  'core.maintenance': 1013,
  'core.too_many': 1013,
  'core.unavailable': 1013,
}

/** `/ws/video/`: presence in calls, and the WebRTC signalling between browsers. */
export function videoSocket(app: FastifyInstance, tools: SocketTools, { limitFactor }: { limitFactor: number }): SocketPlan {
  const { registry, rooms, world, log } = tools
  const unknown = unknownLines<Client>(MAX_UNKNOWN, ({ socket }) => socket.close(1013, 'try again later'))
  const { openConnection, recheck, requireOpen } = helloHandler(app, tools)

  function onConnection(socket: WebSocket): void {
    const client: Client = { socket, connection: null, unreadable: 0 }
    unknown.enter(client)
    const limits = socketLimits(limitFactor, world.clock.now)
    const unknownUntil = setTimeout(() => socket.close(1008, 'no hello'), HELLO_WITHIN_MS)
    let waitingBytes = 0
    let queue = Promise.resolve()

    function markAlive(): void {
      if (client.connection) client.connection.silentBeats = 0
    }

    async function join(text: string): Promise<void> {
      const command = readFrame(text)
      if (command?.type !== 'hello') return void sendError(refuseFrame(client))
      clearTimeout(unknownUntil)
      unknown.leave(client)
      try {
        client.connection = await openConnection(socket, command)
        await recheck(client.connection)
      } catch (error) {
        const code = sendError(error)
        socket.close(closeCodes[code] ?? 4003, code)
      }
      if (client.connection && socket.readyState !== socket.OPEN) release(client.connection)
    }

    async function handle(text: string): Promise<void> {
      if (socket.readyState !== socket.OPEN) return
      const { connection } = client
      if (!connection) return join(text)
      try {
        const command = readFrame(text)
        if (!command) throw refuseFrame(client)
        // Leaving is always allowed, also during maintenance.
        if (command.type !== 'leave' && command.type !== 'beat') await requireOpen(connection)
        await handleCommand(tools, connection, command, limits)
      } catch (error) {
        sendError(error)
      }
    }

    function sendError(error: unknown): string {
      const event = toError(error, client.connection?.actor.language ?? 'en', log)
      registry.send(client, event)
      if (client.unreadable >= MAX_UNREADABLE) socket.close(1008, 'not understood')
      return event.code
    }

    function release(connection: VideoConnection): void {
      registry.unregister(connection)
      rooms.forget(connection.roomId)
    }

    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return
      if (isBinary) return socket.close(1003, 'text only')
      markAlive()
      const text = data.toString()
      waitingBytes += text.length
      if (!limits.isWithinFrames() || waitingBytes > MAX_WAITING_FRAME_BYTES) return socket.close(1008, 'too many')
      queue = queue
        .then(() => handle(text))
        .catch((error: unknown) => log.warn({ err: error }, 'video socket'))
        .finally(() => (waitingBytes -= text.length))
    })
    socket.on('ping', () => {
      markAlive()
      // Every ping is answered automatically, even if the client never reads, so pings count as frames.
      if (!limits.isWithinFrames()) socket.terminate()
    })
    socket.on('pong', markAlive)
    socket.on('error', (error) => log.info({ err: error }, 'video socket'))
    socket.on('close', () => {
      clearTimeout(unknownUntil)
      unknown.leave(client)
      if (client.connection) release(client.connection)
    })
  }

  return { url: '/ws/video/', maxFrameBytes: FRAME_MAX_BYTES, onConnection }
}

function refuseFrame(client: Client): Refusal {
  client.unreadable += 1
  return coreRefusal('core.bad_input')
}

/** A refusal states its reason; other errors are logged and reported as unavailable, so the client reconnects. */
function toError(error: unknown, language: string, log: FastifyBaseLogger): Extract<VideoEvent, { type: 'error' }> {
  if (!(error instanceof Refusal)) log.warn({ err: error }, 'video socket')
  const refusal = error instanceof Refusal ? error : coreRefusal('core.unavailable')
  const { code, message } = translateRefusal(refusal, language)
  return { type: 'error', code, message }
}

/** The capacity of one server. */
const MAX_CONNECTIONS = 2_000

type Hello = Extract<VideoCommand, { type: 'hello' }>

/** Admits the person named by the token into the room named by the token; nothing else in the frame is trusted. */
function helloHandler({ identity, maintenance, log }: FastifyInstance, tools: SocketTools) {
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
