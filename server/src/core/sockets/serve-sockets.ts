import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { coreRefusal } from '../errors.ts'
import { countHosts } from '../http/invalid-requests.ts'
import { isOwnOrigin } from '../http/origin.ts'

/** Time to answer our close frame; then the socket is terminated. */
const CLOSE_TIMEOUT_MS = 2_000

export type SocketPlan = {
  url: `/ws/${string}/`
  /** A longer frame closes the socket before it is read. */
  maxFrameBytes: number
  /** `stream` is the underlying connection. The request is not retained: sockets are many and long-lived. */
  onConnection: (socket: WebSocket, stream: Duplex) => void
}

type Endpoint = { plan: SocketPlan; server: WebSocketServer }

declare module 'fastify' {
  interface FastifyInstance {
    /** All open sockets of this server. */
    openSockets: () => WebSocket[]
  }
}

/** All sockets of the product in one place, because the same access rules apply to each. */
export function serveSockets(app: FastifyInstance, publicOrigin: string | undefined, plans: readonly SocketPlan[]): void {
  const endpoints = plans.map((plan) => ({ plan, server: serverFor(plan) }))
  const sockets = () => endpoints.flatMap(({ server }) => [...server.clients])
  app.decorate('openSockets', sockets)
  app.server.on('upgrade', (request, stream, head) => acceptUpgrade(endpoints, request, stream, head))
  app.addHook('preClose', () => closeForRestart(sockets()))
  for (const { url } of plans) answerPlainRequests(app, publicOrigin, url)
}

function serverFor({ maxFrameBytes }: SocketPlan): WebSocketServer {
  // A separate variable, because the library's types lack closeTimeout.
  const options = { noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false, closeTimeout: CLOSE_TIMEOUT_MS }
  return new WebSocketServer(options)
}

/** Only handshakes of our own pages arrive here; other requests were not upgraded. */
function acceptUpgrade(endpoints: readonly Endpoint[], request: IncomingMessage, stream: Duplex, head: Buffer): void {
  const endpoint = endpoints.find(({ plan }) => isAt(plan, request.url ?? ''))
  if (!endpoint) return void stream.destroy()
  const { plan, server } = endpoint
  server.handleUpgrade(request, stream, head, (socket) => plan.onConnection(socket, stream))
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

/** Other upgrade requests are answered as plain requests, by us and not by a library. */
export const handshakeTest =
  (publicOrigin: string | undefined, isOwnHost: (host: string) => boolean) =>
  ({ method, url = '', headers, rawHeaders }: IncomingMessage): boolean =>
    method === 'GET' &&
    countHosts({ rawHeaders }) === 1 &&
    isOwnHost(headers.host ?? '') &&
    /^\/ws\/(live|chat|video)\/?(\?|$)/.test(url) &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    /^[A-Za-z\d+/]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-version'] === '13' &&
    headers['sec-websocket-protocol'] === undefined &&
    isOwnOrigin(headers.origin, headers.host ?? '', publicOrigin)

/** Includes sockets that have not authenticated. */
async function closeForRestart(sockets: readonly WebSocket[]) {
  await Promise.all(
    sockets.map(async (socket) => {
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.close(1012, 'restarting')
      await closed
    }),
  )
}
