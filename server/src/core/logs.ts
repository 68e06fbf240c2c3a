import { randomUUID } from 'node:crypto'
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'

const secretFields = ['password', 'newPassword', 'otp', 'token', 'accessToken', 'refreshToken', 'idToken', 'email']

export type LogSink = { write: (line: string) => void }

/** Structured lines with a request id; nothing that a person typed and no query string. */
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
        censor: '[kept back]',
      },
      serializers: { req: describeRequest, err: describeError },
    },
  }
}

function describeRequest(request: FastifyRequest) {
  return { id: request.id, method: request.method, path: pathOf(request) }
}

/** The database puts the values of a row into `detail`, so only what is ours to say is kept. */
function describeError(error: Error) {
  const code = 'code' in error ? String(error.code) : undefined
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return { type: error.name, message: error.message, stack: error.stack ?? '', code, cause }
}

/** Where no route was found, a part long enough to be somebody's key is left out: it may be one, asked for in another way. */
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
