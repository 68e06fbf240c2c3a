import * as calls from '@saathi/contract/notices/calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '#core/serve.ts'
import { chooseNotices, listNoticeChoices, setQuietHours } from './choices.ts'
import type { PushEngine } from './push/engine.ts'
import * as notices from './service.ts'

export async function noticesRoutes(app: FastifyInstance, { push }: { push: PushEngine }) {
  serve(app, calls.listNotices, (ctx, { query }) => notices.listNotices(ctx, query.before))

  serve(app, calls.readNotices, (ctx, { body }) => notices.readNotices(ctx, body.upTo))

  serve(app, calls.listNoticeChoices, listNoticeChoices)

  serve(app, calls.chooseNotices, (ctx, { body }) => chooseNotices(ctx, body))

  serve(app, calls.setQuietHours, (ctx, { body }) => setQuietHours(ctx, body))

  serve(app, calls.getPushKey, async () => ({ publicKey: push.publicKey() }))

  serve(app, calls.registerDevice, async (ctx, { body }) => {
    await notices.registerDevice(ctx, body.registrationId, body.hidesContent ?? false)
    return {}
  })

  serve(app, calls.forgetDevice, async (ctx) => {
    await notices.forgetDevice(ctx)
    return {}
  })
}
