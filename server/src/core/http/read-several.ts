import { readSeveral } from '@saathi/contract/core/calls'
import type { FastifyInstance } from 'fastify'
import type { Exchange } from './exchange.ts'
import { serve } from '../serve.ts'

/** Each path is answered like a request of its own: same access checks, limits, log line and metrics. */
export async function readSeveralRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readSeveral, async (_ctx, { query }, exchange) => ({
    replies: await Promise.all(query.paths.split(' ').map((path) => read(app, path, exchange))),
  }))
}

async function read(app: FastifyInstance, url: string, { bearer, ip, host, acceptLanguage, userAgent }: Exchange) {
  const headers = { authorization: `Bearer ${bearer}`, host, 'accept-language': acceptLanguage, 'user-agent': userAgent }
  const { statusCode, payload } = await app.inject({ method: 'GET', url, headers, remoteAddress: ip })
  return { status: statusCode, text: payload }
}
