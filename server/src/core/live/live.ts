import { LiveCommand, type LiveEvent } from '@saathi/contract/live'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { Claims, Delivery } from '../ctx.ts'
import { parsePlainJson } from '../http/plain-json.ts'
import type { SocketPlan } from './sockets.ts'

const AUTHENTICATE_WITHIN_MS = 10_000
const PING_EVERY_MS = 30_000
const MAX_FRAME_BYTES = 64 * 1024
/** A browser sends a frame when it connects and when its token was renewed, every ten minutes; each costs a query. */
const MAX_FRAMES_BETWEEN_PINGS = 5
/** Browsers send no pings of their own; other clients may, occasionally. */
const MAX_PINGS_BETWEEN_PINGS = 100
/** Time for the browser to renew its token before the socket is closed. */
const EXPIRY_GRACE_MS = 30_000

export const liveSocket = (app: FastifyInstance, connections: LiveConnections): SocketPlan => ({
  url: '/ws/live/',
  maxFrameBytes: MAX_FRAME_BYTES,
  onConnection: (socket) => onConnection(app, connections, socket),
})

/** Runs after events may have been lost, including ends of sign-ins. One lookup at a time, to leave the pool to calls. */
export async function closeEndedSignIns(app: FastifyInstance, connections: LiveConnections): Promise<void> {
  for (const { socket, claims } of connections.all()) {
    try {
      const isOver = (await findActorOf(app, claims)) === null
      if (isOver) connections.deliver({ toSignIns: [claims.sessionId], event: { type: 'accounts.sign_in_ended' } })
    } catch {
      // The lookup failed: people who are still signed in reconnect.
      socket.close(1011, 'try again')
    }
  }
}

function onConnection(app: FastifyInstance, connections: LiveConnections, socket: WebSocket) {
  let connection: LiveConnection | null = null
  let isAlive = true
  let frames = 0
  let pings = 0
  let handled = Promise.resolve()
  let cutAt = setTimeout(() => socket.close(1008, 'not authenticated'), AUTHENTICATE_WITHIN_MS)
  const pinging = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    frames = 0
    pings = 0
    socket.ping()
  }, PING_EVERY_MS)

  const send = (event: LiveEvent) => socket.send(JSON.stringify(event))

  const refuse = () => {
    send({ type: 'core.refused', code: 'core.signed_out' })
    socket.close(4001, 'signed out')
  }

  async function handleFrame(text: string) {
    if (socket.readyState !== socket.OPEN) return
    const command = parseCommand(text)
    if (!command) return socket.close(1008, 'not understood')
    const claims = await requireClaims(app, command.accessToken)
    if (socket.readyState !== socket.OPEN) return
    // A socket belongs to one sign-in; the token of another needs its own socket.
    if (!claims || (connection && connection.claims.sessionId !== claims.sessionId)) return refuse()
    clearTimeout(cutAt)
    const lifeMs = claims.expiresAt.getTime() - app.world.clock.now().getTime() + EXPIRY_GRACE_MS
    cutAt = setTimeout(() => socket.close(4002, 'token expired'), Math.max(lifeMs, 0))
    if (connection) return
    connection = { socket, claims }
    connections.add(connection)
    // Re-check: the sign-in may have ended before this socket was registered.
    if (!(await findActorOf(app, claims))) return refuse()
    send({ type: 'core.ready' })
  }

  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return
    if (isBinary) return socket.close(1003, 'text only')
    frames += 1
    if (frames > MAX_FRAMES_BETWEEN_PINGS) return socket.close(1008, 'too many')
    handled = handled
      .then(() => handleFrame(data.toString()))
      .catch((error: unknown) => {
        app.log.warn({ err: error }, 'live socket')
        socket.close(1011, 'try again')
      })
  })
  socket.on('ping', () => {
    pings += 1
    // Each ping is answered automatically, even if the client never reads.
    if (pings > MAX_PINGS_BETWEEN_PINGS) socket.terminate()
  })
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('error', (error) => app.log.info({ err: error }, 'live socket'))
  socket.on('close', () => {
    clearTimeout(cutAt)
    clearInterval(pinging)
    if (connection) connections.remove(connection)
  })
}

function parseCommand(text: string): LiveCommand | null {
  try {
    return LiveCommand.parse(parsePlainJson(text))
  } catch {
    return null
  }
}

async function requireClaims(app: FastifyInstance, accessToken: string): Promise<Claims | null> {
  const claims = await app.identity.readToken(`Bearer ${accessToken}`)
  return claims && (await findActorOf(app, claims)) ? claims : null
}

const findActorOf = ({ identity, world }: FastifyInstance, claims: Claims) =>
  identity.findActor(world.db, claims, world.clock.now())

const MAX_SOCKETS_PER_PERSON = 20
/** A client this far behind is disconnected; it will reconnect and refetch everything. */
const MAX_WAITING_BYTES = 1024 * 1024

type LiveConnection = { socket: WebSocket; claims: Claims }

/** The live connections of this process. Delivering the end of a sign-in also closes its sockets. */
export function liveConnections() {
  const byPerson = connectionMap<number>()
  const bySignIn = connectionMap<string>()

  function send(connection: LiveConnection, text: string) {
    if (connection.socket.bufferedAmount > MAX_WAITING_BYTES) connection.socket.terminate()
    else connection.socket.send(text)
  }

  function connectionsFor(delivery: Delivery): Iterable<LiveConnection>[] {
    if ('toEveryone' in delivery) return [byPerson.all()]
    return 'to' in delivery ? [...new Set(delivery.to)].map(byPerson.of) : delivery.toSignIns.map(bySignIn.of)
  }

  function remove(connection: LiveConnection) {
    byPerson.remove(connection.claims.personId, connection)
    bySignIn.remove(connection.claims.sessionId, connection)
  }

  return {
    /** The oldest socket is closed to make room, so that crashed tabs never lock their owner out. */
    add(connection: LiveConnection) {
      const [oldest, ...others] = byPerson.of(connection.claims.personId)
      if (oldest && others.length + 1 >= MAX_SOCKETS_PER_PERSON) {
        // Removed at once: a socket that is slow to close would keep its place and be closed again for the next one.
        remove(oldest)
        oldest.socket.close(1008, 'too many')
      }
      byPerson.add(connection.claims.personId, connection)
      bySignIn.add(connection.claims.sessionId, connection)
    },
    remove,
    all: byPerson.all,
    deliver(delivery: Delivery) {
      const text = JSON.stringify(delivery.event satisfies LiveEvent)
      for (const connections of connectionsFor(delivery)) {
        for (const connection of connections) {
          send(connection, text)
          if (delivery.event.type === 'accounts.sign_in_ended') connection.socket.close(4001, 'signed out')
        }
      }
    },
    /** Sent to everyone after events may have been missed: pages that receive it again refetch everything. */
    requestRefetch() {
      for (const connection of byPerson.all()) send(connection, JSON.stringify({ type: 'core.ready' } satisfies LiveEvent))
    },
    count: () => byPerson.all().length,
  }
}
type LiveConnections = ReturnType<typeof liveConnections>

function connectionMap<Key>() {
  const connections = new Map<Key, Set<LiveConnection>>()
  const none: ReadonlySet<LiveConnection> = new Set()
  return {
    of: (key: Key): ReadonlySet<LiveConnection> => connections.get(key) ?? none,
    all: (): LiveConnection[] => [...connections.values()].flatMap((own) => [...own]),
    add(key: Key, connection: LiveConnection) {
      connections.set(key, (connections.get(key) ?? new Set()).add(connection))
    },
    remove(key: Key, connection: LiveConnection) {
      const own = connections.get(key)
      own?.delete(connection)
      if (own?.size === 0) connections.delete(key)
    },
  }
}
