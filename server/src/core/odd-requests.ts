import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { coreRefusal, type Refusal } from './errors.ts'

const COME_BACK_SECONDS = 5

/** Refused before it was read; still it goes the way of every request, for its headers, its log line and our words. */
const refusedUnread = new WeakMap<IncomingMessage, Refusal>()
const beingRead = new WeakSet<IncomingMessage>()
const lastReply = new WeakMap<Socket, FastifyReply>()
const givenUp = new WeakSet<Socket>()

/** Words are sent at once; only a file may take as long as a slow line needs for it. */
export const LONGEST_BODY_MS = 30_000

type Rules = { longestBodyMs: number; isOwnHost: (host: string) => boolean }

/** What Node and the framework would refuse in words of their own. */
export function refuseOddRequests(app: FastifyInstance, { longestBodyMs, isOwnHost }: Rules) {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  // At once, and so before all others: the next byte may already be the wrong one.
  app.addHook('onRequest', (request, reply, done) => {
    lastReply.set(request.raw.socket, reply)
    done()
  })
  // Later than every header is set.
  app.addHook('preParsing', async (request, reply) => {
    const { raw } = request
    const refusal = refusedUnread.get(raw)
    if (refusal) throw refusal
    if (isStopping) throw coreRefusal('core.unavailable', { retryAfterSeconds: COME_BACK_SECONDS })
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw coreRefusal('core.bad_input')
    // Of two the proxy may believe one, and we the other.
    if (countHosts(raw) > 1) throw coreRefusal('core.bad_input')
    if (!isOwnHost(raw.headers.host ?? '')) throw coreRefusal('core.bad_input', undefined, FOREIGN_HOST)
    beingRead.add(raw)
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (hasBody && !request.isMultipart()) endSlowBody(reply, longestBodyMs)
  })
  app.server.on('checkExpectation', (request, response) => {
    refusedUnread.set(request, coreRefusal('core.bad_input'))
    app.routing(request, response)
  })
}

const FOREIGN_HOST = 'This server does not know this address. Set PUBLIC_URL to the one that is used.'

const countHosts = ({ rawHeaders = [] }: Partial<Pick<IncomingMessage, 'rawHeaders'>>): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length

/** For what is not HTTP, or stops being it half-way. */
export function answerNoHttp(app: FastifyInstance, code: string, socket: Socket): void {
  if (code === 'ECONNRESET' || givenUp.has(socket)) return
  // Every further byte is as wrong as the first one.
  givenUp.add(socket)
  const refusal = coreRefusal(code === 'HPE_HEADER_OVERFLOW' ? 'core.too_large' : 'core.bad_input')
  const reply = lastReply.get(socket)
  if (reply && !reply.request.raw.complete) refuseBody(reply, refusal, socket)
  // An answer that is under way comes first.
  else if (reply && !reply.raw.writableFinished) reply.raw.once('finish', () => answerAlone(app, refusal, socket))
  else answerAlone(app, refusal, socket)
}

function endSlowBody(reply: FastifyReply, longestBodyMs: number) {
  const { raw } = reply.request
  const timer = setTimeout(() => {
    if (raw.complete || reply.sent) return
    // What is still to come is not waited for.
    reply.raw.once('finish', () => raw.socket.destroySoon())
    refuseBody(reply, coreRefusal('core.bad_input'), raw.socket)
  }, longestBodyMs).unref()
  raw.once('end', () => clearTimeout(timer))
}

function refuseBody(reply: FastifyReply, refusal: Refusal, socket: Socket) {
  if (reply.sent) return void socket.destroy()
  reply.header('connection', 'close')
  refusedUnread.set(reply.request.raw, refusal)
  if (beingRead.has(reply.request.raw)) void reply.send(refusal)
}

function answerAlone(app: FastifyInstance, refusal: Refusal, socket: Socket) {
  if (!socket.writable) return
  const request = Object.assign(new IncomingMessage(socket), { method: 'GET', url: '/api/' })
  refusedUnread.set(request, refusal)
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.once('finish', () => socket.destroySoon())
  try {
    response.assignSocket(socket)
    app.routing(request, response)
  } catch (error) {
    app.log.warn({ err: error }, 'no answer to what is not HTTP')
    socket.destroy()
  }
}
