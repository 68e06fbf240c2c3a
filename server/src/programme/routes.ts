import * as calls from '@saathi/contract/content/draft-calls'
import type { FastifyInstance } from 'fastify'
import { NOTHING_NEW, serve } from '#core/serve.ts'
import { discardDraft, getDraft, savePart } from './authoring/drafts.ts'
import { createSession, listContent } from './authoring/list.ts'
import { previewDraft } from './authoring/preview.ts'
import { getPublishing, publishDraft, takeBack } from './authoring/publish.ts'
import { scheduleDraft, unscheduleDraft } from './authoring/schedule.ts'

export async function programmeRoutes(app: FastifyInstance): Promise<void> {
  serve(app, calls.listContent, (ctx, { query }) => listContent(ctx, query.kind))
  serve(app, calls.createContent, (ctx, { body }) => createSession(ctx, body))
  serve(app, calls.getDraft, (ctx, { params }) => getDraft(ctx, params.kind, params.key))
  serve(app, calls.saveDraftPart, (ctx, { params, body }) => savePart(ctx, params.kind, params.key, body))
  serve(app, calls.discardDraft, async (ctx, { params, body }) => {
    await discardDraft(ctx, params.kind, params.key, body.revision)
    return {}
  })
  // Repeated after every pause in typing; the changes themselves are recorded.
  serve(
    app,
    calls.previewDraft,
    (ctx, { params, query }) => previewDraft(ctx, params.kind, params.key, query),
    async () => NOTHING_NEW,
  )
  serve(app, calls.getPublishing, (ctx, { params }) => getPublishing(ctx, params.kind, params.key))
  serve(app, calls.publishDraft, (ctx, { params, body }) => publishDraft(ctx, params.kind, params.key, body))
  serve(app, calls.scheduleDraft, (ctx, { params, body }) => scheduleDraft(ctx, params.kind, params.key, body))
  serve(app, calls.unscheduleDraft, async (ctx, { params }) => {
    await unscheduleDraft(ctx, params.kind, params.key)
    return {}
  })
  serve(app, calls.takeBackContent, async (ctx, { params }) => {
    await takeBack(ctx, params.kind, params.key)
    return {}
  })
}
