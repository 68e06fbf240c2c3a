import * as calls from '@saathi/contract/feed/calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '#core/serve.ts'
import * as feed from './service.ts'

export async function feedRoutes(app: FastifyInstance) {
  serve(app, calls.listFeed, (ctx, { query }) => feed.listFeed(ctx, query))

  serve(app, calls.getFeedRange, (ctx) => feed.getFeedRange(ctx))

  serve(app, calls.toggleLike, (ctx, { body }) => feed.toggleLike(ctx, body.id, body.isLiked))

  serve(app, calls.reportClick, (ctx, { body }) => feed.reportClick(ctx, body.id))
}
