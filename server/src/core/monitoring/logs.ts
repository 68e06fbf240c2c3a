import { randomUUID } from 'node:crypto'
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'

const secretFields = ['password', 'newPassword', 'otp', 'token', 'accessToken', 'refreshToken', 'idToken', 'email']

export type LogSink = { write: (line: string) => void }

/** Structured log lines with a request id, without typed text and query strings. */
export function loggerOptions(level: string, sink?: LogSink): FastifyServerOptions {
  return {
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level,
      base: null,
      ...(sink && { stream: sink }),
      redact: {
        paths: ['req.headers.authorization', 'req.headers.cookie', ...secretFields.flatMap((field) => [field, `*.${field}`])],
        censor: '[redacted]',
      },
      serializers: { req: describeRequest, err: describeError },
    },
  }
}

function describeRequest(request: FastifyRequest) {
  return { id: request.id, method: request.method, path: pathOf(request) }
}

/** The database writes values of rows into `detail`, so only these fields are logged. */
function describeError(error: Error) {
  const code = 'code' in error ? String(error.code) : undefined
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return { type: error.name, message: error.message, stack: error.stack ?? '', code, cause }
}

/** If no route matched, long segments are left out: they may be a secret link opened with the wrong method. */
const pathOf = (request: FastifyRequest) => request.routeOptions.url ?? request.url.split('?')[0]?.replaceAll(/[^/]{25,}/g, '…')

export function logRequests(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      personId: request.personId,
      ms: Math.round(reply.elapsedTime),
    }
    if (reply.statusCode >= 500) request.log.error(line, 'answered')
    else request.log.info(line, 'answered')
  })
}
