import type { IncomingMessage } from 'node:http'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { coreRefusal } from './errors.ts'
import { isOwnOrigin } from './origin.ts'

/** For an answer to our goodbye; whoever gives none is cut off. */
const LAST_WORDS_MS = 2_000
/** Until a line is known by its address, and for addresses that have none. */
const SMALL_FRAME_BYTES = 64 * 1024

// Named apart, because the types of the library do not know how long it waits for the other side of a goodbye.
const lineOptions = { maxPayload: SMALL_FRAME_BYTES, perMessageDeflate: false, closeTimeout: LAST_WORDS_MS }

export type LinePlan = {
  url: `/ws/${string}/`
  /** A longer frame closes the line before it is read. */
  maxFrameBytes: number
  attend: (socket: WebSocket, request: FastifyRequest) => void
}

/** Every line of the product, in one place, because each is let in by the same rules. */
export async function serveLines(app: FastifyInstance, publicOrigin: string | undefined, plans: readonly LinePlan[]) {
  await app.register(websocket, {
    options: lineOptions,
    preClose: async () => tellAllToComeBack(app.websocketServer.clients),
  })
  // The library knows one limit for all of them, and reads it right after it has told of the handshake.
  app.websocketServer.on('headers', (_headers, { url = '' }) => {
    const plan = plans.find((each) => isAt(each, url))
    app.websocketServer.options.maxPayload = plan?.maxFrameBytes ?? SMALL_FRAME_BYTES
  })
  for (const plan of plans) mountLine(app, publicOrigin, plan)
}

const isAt = (plan: LinePlan, url: string): boolean => {
  const [path = ''] = url.split('?')
  return path === plan.url || `${path}/` === plan.url
}

function mountLine(app: FastifyInstance, publicOrigin: string | undefined, { url, attend }: LinePlan) {
  app.route({
    method: 'GET',
    url,
    preValidation: async (request) => {
      if (!isOwnOrigin(request.headers.origin, request.host, publicOrigin)) throw coreRefusal('core.forbidden')
    },
    handler: async (request, reply) => {
      if (request.headers.upgrade === undefined) return reply.callNotFound()
      throw coreRefusal('core.bad_input')
    },
    wsHandler: (socket, request) => attend(socket, request),
  })
}

/** Whatever else asks to change the protocol is answered as the plain request it also is, and so by us and not by a library. */
export function isHandshake({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    /^\/ws\/(live|chat)\/?(\?|$)/.test(url) &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    /^[A-Za-z\d+/]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-version'] === '13' &&
    headers['sec-websocket-protocol'] === undefined
  )
}

/** Also those that have not said who they are. */
async function tellAllToComeBack(sockets: Iterable<WebSocket>) {
  await Promise.all(
    Array.from(sockets, async (socket) => {
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.close(1012, 'restarting')
      await closed
    }),
  )
}
