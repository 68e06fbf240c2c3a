import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'

/** Its length is counted when it leaves, perhaps compressed; and pages elsewhere have no business here. */
const ours = /^(content-length|access-control-.*)$/

type Answer = { status: number; body: unknown } | { error: unknown }

/**
 * The provider brings a server of its own and would answer past ours. It is asked here without being let to the wire,
 * so that its answers leave like all others: with the same headers, logged and counted.
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
      if (value !== undefined && !ours.test(name)) reply.header(name, value)
    }
    return reply.code(answer.status).send(answer.body)
  }
}
