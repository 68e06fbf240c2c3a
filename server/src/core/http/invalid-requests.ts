import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { coreRefusal, type Refusal } from '../errors.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Invalid requests with the refusal to send. They are still routed, so that the reply has our headers, log line and error format.
 */
const refusals = new WeakMap<IncomingMessage, Refusal>()
const beingRead = new WeakSet<IncomingMessage>()
const lastReply = new WeakMap<Socket, FastifyReply>()
const closing = new WeakSet<Socket>()

/** The time limit for receiving a JSON body. Uploads are exempt, because a slow connection may need longer for them. */
export const MAX_BODY_MS = 30_000

type Rules = { maxBodyMs: number; isOwnHost: (host: string) => boolean }

/** Handles requests that Node and the framework would otherwise refuse in their own format. */
export function refuseInvalidRequests(app: FastifyInstance, { maxBodyMs, isOwnHost }: Rules) {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  // A synchronous hook, before all others: the next byte may already be invalid.
  app.addHook('onRequest', (request, reply, done) => {
    lastReply.set(request.raw.socket, reply)
    done()
  })
  // This hook runs after all headers of the reply are set.
  app.addHook('preParsing', async (request, reply) => {
    const { raw } = request
    const refusal = refusals.get(raw)
    if (refusal) throw refusal
    if (isStopping) throw coreRefusal('core.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw coreRefusal('core.bad_input')
    // With two Host headers, the proxy may use one and we the other.
    if (countHosts(raw) > 1) throw coreRefusal('core.bad_input')
    if (!isOwnHost(raw.headers.host ?? '')) throw coreRefusal('core.bad_input', { nonFieldErrors: [FOREIGN_HOST] })
    beingRead.add(raw)
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (hasBody && !request.isMultipart()) limitBodyTime(reply, maxBodyMs)
  })
  app.server.on('checkExpectation', (request, response) => {
    refusals.set(request, coreRefusal('core.bad_input'))
    app.routing(request, response)
  })
}

const FOREIGN_HOST = 'This server does not know this address. Set PUBLIC_URL to the address in use.'

export const countHosts = ({ rawHeaders = [] }: Partial<Pick<IncomingMessage, 'rawHeaders'>>): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length

/** Answers bytes that are not valid HTTP, or stop being valid half-way. */
export function answerInvalidHttp(app: FastifyInstance, code: string, socket: Socket): void {
  if (code === 'ECONNRESET' || closing.has(socket)) return
  // All further bytes are invalid too.
  closing.add(socket)
  const refusal = coreRefusal(code === 'HPE_HEADER_OVERFLOW' ? 'core.too_large' : 'core.bad_input')
  const reply = lastReply.get(socket)
  if (reply && !reply.request.raw.complete) refuseBody(reply, refusal, socket)
  // A reply in progress is sent first.
  else if (reply && !reply.raw.writableFinished) reply.raw.once('finish', () => sendRefusal(app, refusal, socket))
  else sendRefusal(app, refusal, socket)
}

function limitBodyTime(reply: FastifyReply, maxBodyMs: number) {
  const { raw } = reply.request
  const timer = setTimeout(() => {
    if (raw.complete || reply.sent) return
    // Close the socket once the refusal is sent, without waiting for the rest of the body.
    reply.raw.once('finish', () => raw.socket.destroySoon())
    refuseBody(reply, coreRefusal('core.bad_input'), raw.socket)
  }, maxBodyMs).unref()
  raw.once('end', () => clearTimeout(timer))
}

function refuseBody(reply: FastifyReply, refusal: Refusal, socket: Socket) {
  if (reply.sent) return void socket.destroy()
  reply.header('connection', 'close')
  refusals.set(reply.request.raw, refusal)
  if (beingRead.has(reply.request.raw)) void reply.send(refusal)
}

function sendRefusal(app: FastifyInstance, refusal: Refusal, socket: Socket) {
  if (!socket.writable) return
  const request = Object.assign(new IncomingMessage(socket), { method: 'GET', url: '/api/' })
  refusals.set(request, refusal)
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.once('finish', () => socket.destroySoon())
  try {
    response.assignSocket(socket)
    app.routing(request, response)
  } catch (error) {
    app.log.warn({ err: error }, 'could not answer an invalid request')
    socket.destroy()
  }
}
