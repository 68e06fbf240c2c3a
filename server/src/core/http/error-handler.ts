import { ErrorReply } from '@saathi/contract/core/errors'
import { compileWire } from '@saathi/contract/core/wire'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sqlState } from '../ctx.ts'
import { coreRefusal, Refusal, translateRefusal } from '../errors.ts'
import { findText, languageFor } from '../texts.ts'

const { toWire } = compileWire(ErrorReply)

/** Handles all errors: replies with a stable code and without stack, SQL or path. */
export function installErrorHandler(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = error instanceof Refusal ? error : asRefusal(error)
    if (!refusal) {
      request.log.error({ err: error }, 'unexpected error')
      return reply.code(500).send({ code: 'core.broken', message: findText(readerLanguage(request))('refusal.core.broken') })
    }
    // Maintenance is not a failure, and every call would fill the log.
    if (refusal.status === 503 && refusal.code !== 'core.maintenance') request.log.warn({ err: error }, 'unavailable')
    return sendRefusal(request, reply, refusal)
  })
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(request, reply, coreRefusal(request.originalUrl === request.url ? 'core.not_found' : 'core.bad_input')),
  )
}

/** A URL that cannot be decoded is routed to a 404, so that the reply has our headers and our error format. */
export function routeUndecodableUrl({ url = '/' }: { url?: string | undefined }): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return '/api/'
  }
}

/** If the person is signed out, or was refused before the account was looked up, the browser's languages decide. */
const readerLanguage = ({ language, headers }: FastifyRequest): string => language ?? languageFor(headers['accept-language'])

function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { retryAfterSeconds } = refusal.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(refusal.status).send(toWire(translateRefusal(refusal, readerLanguage(request))))
}

/** Translates errors of the framework and of the database. */
function asRefusal(error: FastifyError): Refusal | null {
  if (isDatabaseUnavailable(error)) return coreRefusal('core.unavailable', { retryAfterSeconds: 2 })
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

/** A write whose connection broke ends with one of the last two: the error of its rollback replaces the first one. */
const driverMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

function isDatabaseUnavailable(error: Error): boolean {
  const code = sqlState(error)
  // 08: connection lost, 53: out of resources, 57: stopped or cancelled. Some errors of the driver have only a message.
  if (/^(08|53|57)[0-9A-Z]{3}$/.test(code) || connectionProblems.has(code)) return true
  return driverMessages.test(error.message)
}
