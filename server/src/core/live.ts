import { LiveCommand, type LiveEvent } from '@saathi/contract/live'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { SocketPlan } from './sockets.ts'
import type { LiveHub, Seat } from './live-hub.ts'
import { parsePlainJson } from './plain-json.ts'
import type { Claims } from './serve.ts'

const AUTHENTICATE_WITHIN_MS = 10_000
const PING_EVERY_MS = 30_000
const MAX_FRAME_BYTES = 64 * 1024
/** A browser speaks when it opens the line and when its token was renewed, every ten minutes; each time costs a query. */
const MAX_FRAMES_BETWEEN_PINGS = 5
/** A browser asks in no words of its own whether we are there; another kind of reader may, now and then. */
const MAX_PINGS_BETWEEN_PINGS = 100
/** Time for the browser to renew its token and say so before the line is cut. */
const EXPIRY_GRACE_MS = 30_000

export const liveLine = (app: FastifyInstance, hub: LiveHub): SocketPlan => ({
  url: '/ws/live/',
  maxFrameBytes: MAX_FRAME_BYTES,
  attend: (socket) => attend(app, hub, socket),
})

/** After pushes may have been lost, among them that a sign-in is over. One question at a time leaves the pool to the calls. */
export async function closeEnded(app: FastifyInstance, hub: LiveHub): Promise<void> {
  for (const { socket, claims } of hub.seats()) {
    try {
      const isOver = (await findActorOf(app, claims)) === null
      if (isOver) hub.deliver({ toSignIns: [claims.sessionId], event: { type: 'accounts.sign_in_ended' } })
    } catch {
      // Nobody could be asked: whoever is still signed in comes back and says so.
      socket.close(1011, 'try again')
    }
  }
}

function attend(app: FastifyInstance, hub: LiveHub, socket: WebSocket) {
  let seat: Seat | null = null
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

  const say = (event: LiveEvent) => socket.send(JSON.stringify(event))

  const refuse = () => {
    say({ type: 'core.refused', code: 'core.signed_out' })
    socket.close(4001, 'signed out')
  }

  async function handleFrame(text: string) {
    if (socket.readyState !== socket.OPEN) return
    const command = parseCommand(text)
    if (!command) return socket.close(1008, 'not understood')
    const claims = await requireClaims(app, command.accessToken)
    if (socket.readyState !== socket.OPEN) return
    // One line serves one sign-in; a token of another must open its own.
    if (!claims || (seat && seat.claims.sessionId !== claims.sessionId)) return refuse()
    clearTimeout(cutAt)
    const lifeMs = claims.expiresAt.getTime() - app.world.clock.now().getTime() + EXPIRY_GRACE_MS
    cutAt = setTimeout(() => socket.close(4002, 'token expired'), Math.max(lifeMs, 0))
    if (seat) return
    seat = { socket, claims }
    hub.take(seat)
    // The end of a sign-in that came before the seat was taken was told to nobody here.
    if (!(await findActorOf(app, claims))) return refuse()
    say({ type: 'core.ready' })
  }

  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return
    if (isBinary) return socket.close(1003, 'text only')
    frames += 1
    if (frames > MAX_FRAMES_BETWEEN_PINGS) return socket.close(1008, 'too many')
    handled = handled
      .then(() => handleFrame(data.toString()))
      .catch((error: unknown) => {
        app.log.warn({ err: error }, 'live line')
        socket.close(1011, 'try again')
      })
  })
  socket.on('ping', () => {
    pings += 1
    // Each is answered by itself, also to one who never reads the answers.
    if (pings > MAX_PINGS_BETWEEN_PINGS) socket.terminate()
  })
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('error', (error) => app.log.info({ err: error }, 'live line'))
  socket.on('close', () => {
    clearTimeout(cutAt)
    clearInterval(pinging)
    if (seat) hub.leave(seat)
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
