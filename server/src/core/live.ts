import type { IncomingMessage } from 'node:http'
import { LiveCommand, type LiveEvent } from '@saathi/contract/live'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { coreRefusal } from './errors.ts'
import type { LiveHub, Seat } from './live-hub.ts'
import { isOwnOrigin } from './origin.ts'
import type { Claims } from './serve.ts'

const AUTHENTICATE_WITHIN_MS = 10_000
const PING_EVERY_MS = 30_000
const MAX_FRAME_BYTES = 64 * 1024
/** Time for the browser to renew its token and say so before the line is cut. */
const EXPIRY_GRACE_MS = 30_000

export async function serveLive(app: FastifyInstance, hub: LiveHub, publicOrigin: string | undefined) {
  await app.register(websocket, {
    options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false },
    preClose: async () => tellAllToComeBack(app.websocketServer.clients),
  })
  app.route({
    method: 'GET',
    url: '/ws/live/',
    preValidation: async (request) => {
      if (!isOwnOrigin(request.headers.origin, request.host, publicOrigin)) throw coreRefusal('core.forbidden')
    },
    handler: async (request, reply) => {
      if (request.headers.upgrade === undefined) return reply.callNotFound()
      throw coreRefusal('core.bad_input')
    },
    wsHandler: (socket, request) => attend(app, hub, socket, request),
  })
}

/** Whatever else asks to change the protocol is answered as the plain request it also is, and so by us and not by a library. */
export function isHandshake({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    /^\/ws\/live\/?(\?|$)/.test(url) &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    /^[A-Za-z\d+/]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-version'] === '13' &&
    headers['sec-websocket-protocol'] === undefined
  )
}

const LAST_WORDS_MS = 2_000

/** Also those that have not said who they are; whoever does not answer in time is cut off. */
async function tellAllToComeBack(sockets: Iterable<WebSocket>) {
  await Promise.all(
    Array.from(sockets, async (socket) => {
      const closed = new Promise((resolve) => socket.once('close', resolve))
      const cutting = setTimeout(() => socket.terminate(), LAST_WORDS_MS)
      socket.close(1012, 'restarting')
      await closed
      clearTimeout(cutting)
    }),
  )
}

function attend(app: FastifyInstance, hub: LiveHub, socket: WebSocket, request: FastifyRequest) {
  let seat: Seat | null = null
  let isAlive = true
  let cutAt = setTimeout(() => socket.close(1008, 'not authenticated'), AUTHENTICATE_WITHIN_MS)
  const pinging = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, PING_EVERY_MS)

  const say = (event: LiveEvent) => socket.send(JSON.stringify(event))

  async function handleFrame(text: string) {
    const command = parseCommand(text)
    if (!command) return socket.close(1008, 'not understood')
    const claims = await requireClaims(app, command.accessToken)
    // One line serves one sign-in; a token of another must open its own.
    if (!claims || (seat && seat.signInId !== claims.sessionId)) {
      say({ type: 'core.refused', code: 'core.signed_out' })
      return socket.close(4001, 'signed out')
    }
    clearTimeout(cutAt)
    const lifeMs = claims.expiresAt.getTime() - app.world.clock.now().getTime() + EXPIRY_GRACE_MS
    cutAt = setTimeout(() => socket.close(4002, 'token expired'), Math.max(lifeMs, 0))
    if (seat) return
    if (socket.readyState !== socket.OPEN) return
    seat = { socket, personId: claims.personId, signInId: claims.sessionId }
    hub.take(seat)
    say({ type: 'core.ready' })
  }

  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003, 'text only')
    handleFrame(data.toString()).catch((error: unknown) => {
      request.log.warn({ err: error }, 'live line')
      socket.close(1011, 'try again')
    })
  })
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('error', (error) => request.log.info({ err: error }, 'live line'))
  socket.on('close', () => {
    clearTimeout(cutAt)
    clearInterval(pinging)
    if (seat) hub.leave(seat)
  })
}

function parseCommand(text: string): LiveCommand | null {
  try {
    return LiveCommand.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function requireClaims(app: FastifyInstance, accessToken: string): Promise<Claims | null> {
  const claims = await app.identity.readToken(`Bearer ${accessToken}`)
  const actor = claims && (await app.identity.findActor(app.world.db, claims, app.world.clock.now()))
  return actor ? claims : null
}
