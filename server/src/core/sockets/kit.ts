import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { isTooFarBehind, rememberStream } from './connections.ts'
import { type BufferBudget, pendingSockets } from './pacing.ts'
import type { SocketPlan } from './serve-sockets.ts'

const AUTHENTICATE_WITHIN_MS = 10_000
/** Header and mask of a control frame. */
const CONTROL_BYTES = 6

/** A connected socket, authenticated or not. */
export type Client = {
  readonly socket: WebSocket
  /** Heartbeats sent since the client last answered. */
  silentBeats: number
  /** Ends the time limit for authentication. */
  onAuthenticated: () => void
}

/**
 * A domain's handlers for its clients. The functions are shared by all sockets and the state of a client is one object, because
 * there are many sockets.
 */
export type ClientHandlers<C extends Client> = {
  /** Creates the state that the domain stores for a client. */
  open: (client: Client) => C
  /** A client over this limit is closed. */
  isWithinFrames: (client: C) => boolean
  /** Each ping is answered automatically, even if the client never reads the answers. */
  isWithinPings: (client: C) => boolean
  /** Frames are handled one after the other. */
  handleFrame: (client: C, text: string) => Promise<void>
  onBeat?: (client: C) => void
  onClose: (client: C) => void
}

type Heartbeat = {
  everyMs: number
  beatsPerPing?: number
  /** A client is disconnected after this many heartbeats without an answer. */
  maxSilentBeats: number
  /** Called before the clients are pinged. */
  onBeat?: () => void
}

export type SocketRules = Pick<SocketPlan, 'url' | 'maxFrameBytes'> & {
  /** The reason for closing a client that does not authenticate in time. */
  lateReason: string
  /** Limit for sockets that are not authenticated. */
  maxPending?: number
  /** Limit for the frames of one socket that wait for the current one. */
  maxQueued?: { frames?: number; bytes: number }
  /** Limit for all sockets together. */
  budget?: BufferBudget
  heartbeat: Heartbeat
}

/** The parts that all sockets share: time limits, frame queue and limits, heartbeat. */
export function socketKit<C extends Client>(app: FastifyInstance, rules: SocketRules, handlers: ClientHandlers<C>): SocketPlan {
  const { url, maxFrameBytes, maxPending = Infinity, maxQueued, budget } = rules
  const maxQueuedFrames = maxQueued?.frames ?? Infinity
  const maxQueuedBytes = maxQueued?.bytes ?? Infinity
  const clients = new Set<C>()
  const pending = pendingSockets<C>(maxPending, ({ socket }) => socket.close(1013, 'try again later'))
  const { log } = app
  const logError = (error: Error): void => log.info({ err: error }, url)
  const logFailure = (error: unknown): void => log.warn({ err: error }, url)
  startHeartbeat(app, rules.heartbeat, clients, handlers.onBeat)

  function onConnection(socket: WebSocket, stream: Duplex): void {
    const client = handlers.open({ socket, silentBeats: 0, onAuthenticated })
    const authTimeout = setTimeout(() => socket.close(1008, rules.lateReason), AUTHENTICATE_WITHIN_MS)
    const usage = budget?.open()
    /** The first is being handled. */
    const queue: string[] = []
    let queuedBytes = 0
    rememberStream(socket, stream)
    clients.add(client)
    pending.enter(client)

    function onAuthenticated(): void {
      clearTimeout(authTimeout)
      pending.leave(client)
    }

    if (budget && usage) {
      // Runs before the frame that ends with these bytes is emitted.
      stream.prependListener('data', ({ length }: Buffer) => {
        // A close frame would wait behind the data being sent.
        if (!budget.addBytes(usage, length)) socket.terminate()
      })
    }
    /** One loop instead of a chain of promises for each frame. */
    async function handleQueue(): Promise<void> {
      for (let text = queue[0]; text !== undefined; text = queue[0]) {
        try {
          if (socket.readyState === socket.OPEN) await handlers.handleFrame(client, text)
        } catch (error) {
          logFailure(error)
        }
        queue.shift()
        queuedBytes -= text.length
        if (usage) budget?.removeFrame(usage, text.length)
      }
    }

    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return
      if (isBinary) return socket.close(1003, 'text only')
      client.silentBeats = 0
      const text = data.toString()
      const { length } = text
      if (usage) budget?.addFrame(usage, length)
      queuedBytes += length
      const isTooMuch = queue.length + 1 > maxQueuedFrames || queuedBytes > maxQueuedBytes
      if (isTooMuch || !handlers.isWithinFrames(client)) return socket.close(1008, 'too many')
      queue.push(text)
      if (queue.length === 1) void handleQueue()
    })
    socket.on('ping', ({ length }) => {
      client.silentBeats = 0
      if (usage) budget?.skipControlFrame(usage, CONTROL_BYTES + length)
      if (!handlers.isWithinPings(client) || isTooFarBehind(socket)) socket.terminate()
    })
    socket.on('pong', ({ length }) => {
      client.silentBeats = 0
      if (usage) budget?.skipControlFrame(usage, CONTROL_BYTES + length)
    })
    socket.on('error', logError)
    socket.on('close', () => {
      onAuthenticated()
      clients.delete(client)
      if (usage) budget?.close(usage)
      handlers.onClose(client)
    })
  }

  return { url, maxFrameBytes, onConnection }
}

/** One timer for all clients. */
function startHeartbeat<C extends Client>(
  app: FastifyInstance,
  { everyMs, beatsPerPing = 1, maxSilentBeats, onBeat }: Heartbeat,
  clients: ReadonlySet<C>,
  onClientBeat?: (client: C) => void,
): void {
  let beats = 0
  const timer = setInterval(() => {
    beats += 1
    onBeat?.()
    for (const client of clients) {
      onClientBeat?.(client)
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
