import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'

/** Drops the length, which changes with compression, and the headers that would give foreign pages access. */
const droppedHeaders = /^(content-length|access-control-.*)$/

type Answer = { status: number; body: unknown } | { error: unknown }

/**
 * The provider has its own server and would bypass ours. Here its replies are captured instead of sent, so that they get our
 * headers, logs and metrics.
 */
export function answeringBy(provider: Provider) {
  const answers = new WeakMap<IncomingMessage, Answer>()
  provider.use(async (ctx, next) => {
    ctx.respond = false
    try {
      await next()
      answers.set(ctx.req, { status: ctx.status, body: ctx.body })
    } catch (error) {
      answers.set(ctx.req, { error })
    }
  })
  const handle = provider.callback()

  return async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    await handle(raw, reply.raw)
    const answer = answers.get(raw)
    if (!answer) throw new Error('The provider did not answer')
    if ('error' in answer) throw answer.error
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) {
      reply.raw.removeHeader(name)
      if (value !== undefined && !droppedHeaders.test(name)) reply.header(name, value)
    }
    return reply.code(answer.status).send(answer.body)
  }
}
