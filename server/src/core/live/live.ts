import { LiveCommand, type LiveEvent } from '@saathi/contract/live'
import type { FastifyInstance } from 'fastify'
import type { Delivery } from '../ctx.ts'
import { parseFrame, type SocketAccess, socketAccess } from '../sockets/access.ts'
import { type Connection, connectionRegistry, sendFrame, textFrame } from '../sockets/connections.ts'
import { type Client, type ClientHandlers, socketKit } from '../sockets/kit.ts'
import { windowLimit } from '../sockets/pacing.ts'
import type { SocketPlan } from '../sockets/serve-sockets.ts'

const MAX_FRAME_BYTES = 64 * 1024
const BEAT_MS = 10_000
const BEATS_PER_PING = 3
/** A browser sends a frame when it connects and when its token was renewed, every ten minutes; each costs a query. */
const MAX_FRAMES = 5
/** Browsers send no pings of their own; other clients may, occasionally. */
const MAX_PINGS = 100
const WINDOW_MS = BEAT_MS * BEATS_PER_PING

/** `/ws/live/`: the client authenticates, and then only receives. */
export function liveSocket(app: FastifyInstance, connections: LiveConnections): SocketPlan {
  const access = socketAccess(app)
  const rules = {
    url: '/ws/live/',
    maxFrameBytes: MAX_FRAME_BYTES,
    lateReason: 'not authenticated',
    heartbeat: { everyMs: BEAT_MS, beatsPerPing: BEATS_PER_PING, maxSilentBeats: 1 },
  } as const
  return socketKit(app, rules, liveHandlers(app, access, connections))
}

export async function closeEndedSignIns(app: FastifyInstance, connections: LiveConnections): Promise<void> {
  await socketAccess(app).recheck(connections.all(), {
    onEnded: ({ claims }) => connections.deliver({ toSignIns: [claims.sessionId], event: { type: 'accounts.sign_in_ended' } }),
  })
}

type LiveClient = Client & { connection: Connection | null; isWithinFrames: () => boolean; isWithinPings: () => boolean }

function liveHandlers(
  { log, world }: FastifyInstance,
  access: SocketAccess,
  connections: LiveConnections,
): ClientHandlers<LiveClient> {
  const { now } = world.clock

  const refuse = (socket: Connection['socket']): void => {
    sendEvent(socket, { type: 'core.refused', code: 'core.signed_out' })
    socket.close(4001, 'signed out')
  }

  async function authenticate(client: LiveClient, text: string): Promise<void> {
    const { socket, connection } = client
    const command = parseFrame(LiveCommand, text)
    if (!command) return socket.close(1008, 'not understood')
    const signedIn = await access.readToken(command.accessToken, connection?.claims)
    if (socket.readyState !== socket.OPEN) return
    if (!signedIn) return refuse(socket)
    client.onAuthenticated()
    const { claims } = signedIn
    if (connection) {
      connection.claims = claims
      return
    }
    client.connection = { socket, claims }
    connections.add(client.connection)
    // Re-check: the sign-in may have ended before this socket was registered.
    if (!(await access.findActor(claims))) return refuse(socket)
    sendEvent(socket, { type: 'core.ready' })
  }

  return {
    open: (client) => ({
      ...client,
      connection: null,
      isWithinFrames: windowLimit(MAX_FRAMES, WINDOW_MS, now),
      isWithinPings: windowLimit(MAX_PINGS, WINDOW_MS, now),
    }),
    isWithinFrames: (client) => client.isWithinFrames(),
    isWithinPings: (client) => client.isWithinPings(),
    handleFrame: (client, text) =>
      authenticate(client, text).catch((error: unknown) => {
        log.warn({ err: error }, 'live socket')
        client.socket.close(1011, 'try again')
      }),
    onBeat: ({ connection }) => {
      if (connection) access.closeExpired(connection)
    },
    onClose: ({ connection }) => {
      if (connection) connections.remove(connection)
    },
  }
}

const sendEvent = (socket: Connection['socket'], event: LiveEvent): void => sendFrame(socket, JSON.stringify(event))

/** The live connections of this process. Delivering the end of a sign-in also closes its sockets. */
export function liveConnections() {
  const registry = connectionRegistry<Connection>()
  return {
    ...registry,
    deliver(delivery: Delivery): void {
      const frame = textFrame(JSON.stringify(delivery.event satisfies LiveEvent))
      for (const { socket } of registry.targetsOf(delivery)) {
        sendFrame(socket, frame)
        if (delivery.event.type === 'accounts.sign_in_ended') socket.close(4001, 'signed out')
      }
    },
    /** Sent to everyone after events may have been missed. A page that receives it a second time refetches everything. */
    requestRefetch(): void {
      for (const { socket } of registry.all()) sendEvent(socket, { type: 'core.ready' })
    },
  }
}
type LiveConnections = ReturnType<typeof liveConnections>
