import * as calls from '@saathi/contract/notices/calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '#core/serve.ts'
import { chooseNotices, listNoticeChoices } from './choices.ts'
import * as notices from './service.ts'

export async function noticesRoutes(app: FastifyInstance) {
  serve(app, calls.listNotices, (ctx, { query }) => notices.listNotices(ctx, query.before))

  serve(app, calls.readNotices, (ctx, { body }) => notices.readNotices(ctx, body.upTo))

  serve(app, calls.listNoticeChoices, async (ctx) => ({ choices: await listNoticeChoices(ctx) }))

  serve(app, calls.chooseNotices, (ctx, { body }) => chooseNotices(ctx, body))

  serve(app, calls.registerDevice, async (ctx, { body }) => {
    await notices.registerDevice(ctx, body.registrationId)
    return {}
  })
}
