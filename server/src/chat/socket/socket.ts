import type { Duplex } from 'node:stream'
import type { ChatEvent } from '@saathi/contract/chat/socket'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { coreRefusal, Refusal, translateRefusal } from '#core/errors.ts'
import type { SocketPlan } from '#core/live/sockets.ts'
import { type ChatConnection, MAX_WAITING_BYTES } from './connections.ts'
import { handleCommand, type SocketDeps } from './commands.ts'
import { type FrameContext, isLarge, readFrame, emptyContext } from './frame.ts'
import { socketLimit, bufferBudget, pendingSockets } from './limits.ts'
import { socketAuth } from './auth.ts'

/** A file of 5 MB in base64, plus the frame around it. */
const MAX_FRAME_BYTES = 7_340_032
const AUTHENTICATE_WITHIN_MS = 10_000
const TICK_MS = 10_000
/** A ping is sent on every third tick. */
const TICKS_PER_PING = 3
const FRAMES_PER_SECOND = 100
/** Queued frames of one socket; a socket with more is closed. */
const MAX_QUEUED_FRAMES = 200
const MAX_QUEUED_BYTES = 3 * MAX_FRAME_BYTES
const MAX_REFUSED_TOKENS = 3
/** Rejected commands (net of accepted ones) after which the socket is closed. */
const MAX_REJECTED_COMMANDS = 50
/** For all sockets together, not counting small frames. */
const MAX_BUFFERED_BYTES = 128 * 1024 * 1024
const MAX_PENDING = 1_000
/** Header and mask of a control frame. */
const CONTROL_BYTES = 6

/** A connected socket, authenticated or not. */
type Client = { socket: WebSocket; connection: ChatConnection | null; isAlive: boolean; refusedTokens: number; tooMany: number }

export type ChatSocket = SocketPlan & { close: () => void }

/** `/ws/chat/`: uses exactly the frames of the specification. */
export function chatSocket(app: FastifyInstance, deps: SocketDeps, { limitFactor }: { limitFactor: number }): ChatSocket {
  const clients = new Set<Client>()
  const pending = pendingSockets<Client>(MAX_PENDING, ({ socket }) => socket.close(1013, 'try again later'))
  const budget = bufferBudget(MAX_BUFFERED_BYTES)
  const { requireConnection, watchToken } = socketAuth(app, deps)
  const { now } = deps.world.clock
  const { log } = app
  let ticks = 0

  const timer = setInterval(() => {
    ticks += 1
    const isPinging = ticks % TICKS_PER_PING === 0
    for (const client of clients) {
      if (client.connection) watchToken(client.connection)
      if (!isPinging) continue
      if (client.isAlive) client.socket.ping()
      else client.socket.terminate()
      client.isAlive = false
    }
  }, TICK_MS)
  timer.unref()

  function onConnection(socket: WebSocket, stream: Duplex): void {
    const client: Client = { socket, connection: null, isAlive: true, refusedTokens: 0, tooMany: 0 }
    clients.add(client)
    pending.enter(client)
    const usage = budget.open()
    const isWithinLimit = socketLimit(FRAMES_PER_SECOND * limitFactor, now)
    const authTimeout = setTimeout(() => socket.close(1008, 'not authenticated'), AUTHENTICATE_WITHIN_MS)
    let queuedFrames = 0
    let queuedBytes = 0
    let queue = Promise.resolve()

    function send(event: ChatEvent): void {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
      else socket.send(JSON.stringify(event))
    }

    /** Only authenticated people send files, up to their limit. */
    function allowsLarge({ connection }: Client): boolean {
      if (connection === null) socket.close(1009, 'too large')
      else if (!deps.limits.allowsLargeFrame(connection.claims.personId)) socket.close(1008, 'too many')
      else return true
      return false
    }

    async function handle(text: string): Promise<void> {
      if (socket.readyState !== socket.OPEN) return
      if (isLarge(text) && !allowsLarge(client)) return
      let context = emptyContext
      const reportError = (error: unknown) => send(toError(error, context, client.connection?.language ?? 'en', log))
      try {
        const frame = readFrame(text)
        ;({ context } = frame)
        if (frame.isTooLarge) return socket.close(1009, 'too large')
        const { command } = frame
        if (!command) throw context.hasToken ? coreRefusal('core.bad_input') : refuseToken(client)
        const connection = await requireConnection(client, command.authToken, () => refuseToken(client))
        client.refusedTokens = 0
        clearTimeout(authTimeout)
        pending.leave(client)
        if (!deps.limits.allowsCommand(connection.claims.personId)) throw tooMany(client)
        client.tooMany = Math.max(client.tooMany - 1, 0)
        await handleCommand(deps, connection, command, reportError)
      } catch (error) {
        reportError(error)
        if (client.refusedTokens >= MAX_REFUSED_TOKENS) socket.close(4001, 'signed out')
        if (client.tooMany >= MAX_REJECTED_COMMANDS * limitFactor) socket.close(1008, 'too many')
      }
    }

    // Runs before the frame that ends with these bytes is emitted.
    stream.prependListener('data', ({ length }: Buffer) => {
      if (budget.addBytes(usage, length)) return
      // A close frame would wait behind the data being sent.
      socket.terminate()
    })
    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return
      if (isBinary) return socket.close(1003, 'text only')
      const text = data.toString()
      const { length } = text
      budget.addFrame(usage, length)
      queuedFrames += 1
      queuedBytes += length
      const isTooMuch = queuedFrames > MAX_QUEUED_FRAMES * limitFactor || queuedBytes > MAX_QUEUED_BYTES
      if (isTooMuch || !isWithinLimit()) return socket.close(1008, 'too many')
      queue = queue
        .then(() => handle(text))
        .catch((error: unknown) => log.warn({ err: error }, 'chat socket'))
        .finally(() => {
          queuedFrames -= 1
          queuedBytes -= length
          budget.removeFrame(usage, length)
        })
    })
    socket.on('ping', ({ length }) => {
      budget.skipControlFrame(usage, CONTROL_BYTES + length)
      // ws answers each ping itself, even if the client never reads the pongs.
      if (!isWithinLimit() || socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
    })
    socket.on('pong', ({ length }) => {
      budget.skipControlFrame(usage, CONTROL_BYTES + length)
      client.isAlive = true
    })
    socket.on('error', (error) => log.info({ err: error }, 'chat socket'))
    socket.on('close', () => {
      clearTimeout(authTimeout)
      clients.delete(client)
      pending.leave(client)
      budget.close(usage)
      if (client.connection) deps.connections.remove(client.connection)
    })
  }

  return {
    url: '/ws/chat/',
    maxFrameBytes: MAX_FRAME_BYTES,
    onConnection,
    close: () => clearInterval(timer),
  }
}

function tooMany(client: Client): Refusal {
  client.tooMany += 1
  return coreRefusal('core.too_many', { retryAfterSeconds: 1 })
}

function refuseToken(client: Client): Refusal {
  client.refusedTokens += 1
  return coreRefusal('core.signed_out')
}

/** Refusals give their reason. Anything else is logged, and the client is told to retry. */
function toError(error: unknown, { channel, tempId }: FrameContext, language: string, log: FastifyBaseLogger): ChatEvent {
  if (!(error instanceof Refusal)) log.warn({ err: error }, 'chat socket')
  const refusal = error instanceof Refusal ? error : coreRefusal('core.unavailable')
  const { code, message } = translateRefusal(refusal, language)
  return {
    command: 'error',
    code,
    message,
    ...(tempId !== undefined && { temp_id: tempId }),
    ...(channel !== undefined && { channel_id: channel }),
  }
}
