import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { isTooFarBehind } from './connections.ts'
import { type BufferBudget, pendingSockets } from './pacing.ts'
import type { SocketPlan } from './serve-sockets.ts'

const AUTHENTICATE_WITHIN_MS = 10_000
/** Header and mask of a control frame. */
const CONTROL_BYTES = 6

/** A connected socket, authenticated or not. */
export type Client = {
  readonly socket: WebSocket
  /** Heartbeats since the last sign of life. */
  silentBeats: number
  /** Ends the time limit for authentication. */
  onAuthenticated: () => void
}

/** What a domain does with one client. */
export type ClientHandler = {
  /** A client over this limit is closed. */
  isWithinFrames: () => boolean
  /** Each ping is answered automatically, even if the client never reads the answers. */
  isWithinPings: () => boolean
  /** Frames are handled one after the other. */
  handleFrame: (text: string) => Promise<void>
  onBeat?: () => void
  onClose?: () => void
}

type Heartbeat = {
  everyMs: number
  beatsPerPing?: number
  /** A client is disconnected after this many heartbeats without a sign of life. */
  maxSilentBeats: number
  /** Called before the clients are pinged. */
  onBeat?: () => void
}

export type SocketRules = Pick<SocketPlan, 'url' | 'maxFrameBytes'> & {
  /** The reason for closing a client that does not authenticate in time. */
  lateReason: string
  /** Of sockets that are not authenticated. */
  maxPending?: number
  /** The most one socket may queue behind a frame that is being handled. */
  maxQueued?: { frames?: number; bytes: number }
  /** For all sockets together. */
  budget?: BufferBudget
  heartbeat: Heartbeat
}

/** What is the same for every socket: time limits, queue and limits of frames, heartbeat. */
export function socketKit(app: FastifyInstance, rules: SocketRules, open: (client: Client) => ClientHandler): SocketPlan {
  const { url, maxFrameBytes, maxPending = Infinity, maxQueued, budget } = rules
  const clients = new Map<Client, ClientHandler>()
  const pending = pendingSockets<Client>(maxPending, ({ socket }) => socket.close(1013, 'try again later'))
  const { log } = app
  startHeartbeat(app, rules.heartbeat, clients)

  function onConnection(socket: WebSocket, stream: Duplex): void {
    const client: Client = { socket, silentBeats: 0, onAuthenticated }
    const authTimeout = setTimeout(() => socket.close(1008, rules.lateReason), AUTHENTICATE_WITHIN_MS)
    const handler = open(client)
    const usage = budget?.open()
    let queuedFrames = 0
    let queuedBytes = 0
    let queue = Promise.resolve()
    clients.set(client, handler)
    pending.enter(client)

    function onAuthenticated(): void {
      clearTimeout(authTimeout)
      pending.leave(client)
    }

    function onControlFrame(length: number): void {
      client.silentBeats = 0
      if (usage) budget?.skipControlFrame(usage, CONTROL_BYTES + length)
    }

    function isWithinQueue(): boolean {
      return !maxQueued || (queuedFrames <= (maxQueued.frames ?? Infinity) && queuedBytes <= maxQueued.bytes)
    }

    if (budget && usage) {
      // Runs before the frame that ends with these bytes is emitted.
      stream.prependListener('data', ({ length }: Buffer) => {
        // A close frame would wait behind the data being sent.
        if (!budget.addBytes(usage, length)) socket.terminate()
      })
    }
    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return
      if (isBinary) return socket.close(1003, 'text only')
      client.silentBeats = 0
      const text = data.toString()
      const { length } = text
      if (usage) budget?.addFrame(usage, length)
      queuedFrames += 1
      queuedBytes += length
      if (!isWithinQueue() || !handler.isWithinFrames()) return socket.close(1008, 'too many')
      queue = queue
        .then(() => (socket.readyState === socket.OPEN ? handler.handleFrame(text) : undefined))
        .catch((error: unknown) => log.warn({ err: error }, url))
        .finally(() => {
          queuedFrames -= 1
          queuedBytes -= length
          if (usage) budget?.removeFrame(usage, length)
        })
    })
    socket.on('ping', ({ length }) => {
      onControlFrame(length)
      if (!handler.isWithinPings() || isTooFarBehind(socket)) socket.terminate()
    })
    socket.on('pong', ({ length }) => onControlFrame(length))
    socket.on('error', (error) => log.info({ err: error }, url))
    socket.on('close', () => {
      onAuthenticated()
      clients.delete(client)
      if (usage) budget?.close(usage)
      handler.onClose?.()
    })
  }

  return { url, maxFrameBytes, onConnection }
}

/** One timer for all clients, because there are many. */
function startHeartbeat(app: FastifyInstance, heartbeat: Heartbeat, clients: ReadonlyMap<Client, ClientHandler>): void {
  const { everyMs, beatsPerPing = 1, maxSilentBeats, onBeat } = heartbeat
  let beats = 0
  const timer = setInterval(() => {
    beats += 1
    onBeat?.()
    for (const [client, handler] of clients) {
      handler.onBeat?.()
      if (beats % beatsPerPing !== 0) continue
      client.silentBeats += 1
      if (client.silentBeats > maxSilentBeats) client.socket.terminate()
      // The browser answers pings even when the page is in the background.
      else client.socket.ping()
    }
  }, everyMs)
  timer.unref()
  app.addHook('preClose', async () => clearInterval(timer))
}
