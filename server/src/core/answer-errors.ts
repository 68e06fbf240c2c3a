import { ErrorReply } from '@saathi/contract/core/errors'
import { compileWire } from '@saathi/contract/core/wire'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { sqlState } from './ctx.ts'
import { coreRefusal, Refusal } from './errors.ts'

const { toWire } = compileWire(ErrorReply)

/** One handler for everything that goes wrong: a stable code, no stack, no SQL, no path. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = error instanceof Refusal ? error : asRefusal(error)
    if (!refusal) {
      request.log.error({ err: error }, 'broken')
      return reply.code(500).send({ code: 'core.broken', message: 'Something broke on our side.' })
    }
    // A closed product is no fault; everybody's calls would fill the log.
    if (refusal.status === 503 && refusal.code !== 'core.maintenance') request.log.warn({ err: error }, 'unavailable')
    return sendRefusal(reply, refusal)
  })
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(reply, coreRefusal(request.originalUrl === request.url ? 'core.not_found' : 'core.bad_input')),
  )
}

/** An address that cannot be decoded leads nowhere, by the same way as any other: with our headers and in our words. */
export function onlyReadable({ url = '/' }: { url?: string | undefined }): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return '/api/'
  }
}

function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  const { retryAfterSeconds } = refusal.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(refusal.status).send(toWire({ code: refusal.code, message: refusal.message, ...refusal.details }))
}

/** What the framework and the database say in their own words, in ours. */
function asRefusal(error: FastifyError): Refusal | null {
  if (isDatabaseAway(error)) return coreRefusal('core.unavailable', { retryAfterSeconds: 2 })
  switch (error.statusCode) {
    case 413:
      return coreRefusal('core.too_large')
    case 415:
      return coreRefusal('core.wrong_type')
    case 404:
      return coreRefusal('core.not_found')
    case 503:
      return coreRefusal('core.unavailable', { retryAfterSeconds: 2 })
    default:
      return error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? coreRefusal('core.bad_input') : null
  }
}

const connectionProblems = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])

/** The last two are what is left of a write whose connection broke: the error of its rollback takes the place of the first one. */
const driverWords =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

function isDatabaseAway(error: Error): boolean {
  const code = sqlState(error)
  // 08 connection lost, 53 out of room, 57 stopped or cancelled; the driver itself gives some only as words.
  if (/^(08|53|57)[0-9A-Z]{3}$/.test(code) || connectionProblems.has(code)) return true
  return driverWords.test(error.message)
}
