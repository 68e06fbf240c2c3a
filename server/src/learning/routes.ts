import * as calls from '@saathi/contract/learning/calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '#core/serve.ts'
import * as learning from './service.ts'

export async function learningRoutes(app: FastifyInstance) {
  serve(app, calls.listSessions, async (ctx, { query }) => ({ sessions: await learning.listSessions(ctx, query) }))

  serve(app, calls.listMySessions, async (ctx, { query }) => ({ sessions: await learning.listMySessions(ctx, query) }))

  serve(app, calls.toggleBookmark, (ctx, { body }) => learning.toggleBookmark(ctx, body.session))
}
