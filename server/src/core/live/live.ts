import type { Claims } from '../ctx.ts'
import { LiveCommand, type LiveEvent } from '@saathi/contract/live'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { SocketPlan } from './sockets.ts'
import type { LiveConnections, LiveConnection } from './connections.ts'
import { parsePlainJson } from '../http/plain-json.ts'

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
