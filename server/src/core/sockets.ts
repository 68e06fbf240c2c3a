import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { coreRefusal } from './errors.ts'
import { isOwnOrigin } from './origin.ts'

/** For an answer to our goodbye; whoever gives none is cut off. */
const LAST_WORDS_MS = 2_000

export type SocketPlan = {
  url: `/ws/${string}/`
  /** A longer frame closes the line before it is read. */
  maxFrameBytes: number
  /** `stream` is what the socket speaks over. Nothing else of the request is kept: lines are many, and stay for long. */
  attend: (socket: WebSocket, stream: Duplex) => void
}

type Line = { plan: SocketPlan; server: WebSocketServer }

declare module 'fastify' {
  interface FastifyInstance {
    /** Everybody who is on any line of this server. */
    openLines: () => WebSocket[]
  }
}

/** Every line of the product, in one place, because each is let in by the same rules. */
export function serveSockets(app: FastifyInstance, publicOrigin: string | undefined, plans: readonly SocketPlan[]): void {
  const lines = plans.map((plan) => ({ plan, server: serverFor(plan) }))
  const sockets = () => lines.flatMap(({ server }) => [...server.clients])
  app.decorate('openLines', sockets)
  app.server.on('upgrade', (request, stream, head) => takeIn(lines, request, stream, head))
  app.addHook('preClose', () => tellAllToComeBack(sockets()))
  for (const { url } of plans) answerPlainRequests(app, publicOrigin, url)
}

function serverFor({ maxFrameBytes }: SocketPlan): WebSocketServer {
  // Named apart, because the types of the library do not know how long it waits for the other side of a goodbye.
  const options = { noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false, closeTimeout: LAST_WORDS_MS }
  return new WebSocketServer(options)
}

/** Only what is a handshake from a page of ours comes here; the rest was never upgraded. */
function takeIn(lines: readonly Line[], request: IncomingMessage, stream: Duplex, head: Buffer): void {
  const line = lines.find(({ plan }) => isAt(plan, request.url ?? ''))
  if (!line) return void stream.destroy()
  const { plan, server } = line
  server.handleUpgrade(request, stream, head, (socket) => plan.attend(socket, stream))
}

const isAt = (plan: SocketPlan, url: string): boolean => {
  const [path = ''] = url.split('?')
  return path === plan.url || `${path}/` === plan.url
}

function answerPlainRequests(app: FastifyInstance, publicOrigin: string | undefined, url: string): void {
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
  })
}

/** Whatever else asks to change the protocol is answered as the plain request it also is, and so by us and not by a library. */
export const handshakeTest =
  (publicOrigin: string | undefined) =>
  ({ method, url = '', headers }: IncomingMessage): boolean =>
    method === 'GET' &&
    /^\/ws\/(live|chat|video)\/?(\?|$)/.test(url) &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    /^[A-Za-z\d+/]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-version'] === '13' &&
    headers['sec-websocket-protocol'] === undefined &&
    isOwnOrigin(headers.origin, headers.host ?? '', publicOrigin)

/** Also those that have not said who they are. */
async function tellAllToComeBack(sockets: readonly WebSocket[]) {
  await Promise.all(
    sockets.map(async (socket) => {
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.close(1012, 'restarting')
      await closed
    }),
  )
}
