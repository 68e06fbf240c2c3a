import { getDesk } from '@saathi/contract/content/desk-calls'
import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import * as versions from '@saathi/contract/content/version-calls'
import type { FastifyInstance } from 'fastify'
import { NOTHING_NEW, serve } from '#core/serve.ts'
import { discardDraft, getDraft, savePart } from './authoring/drafts.ts'
import { listChoices } from './authoring/choices.ts'
import { createContent } from './authoring/create.ts'
import { readDesk } from './authoring/desk/desk.ts'
import { listContent } from './authoring/list.ts'
import { previewPage } from './authoring/pages/preview-page.ts'
import { previewDraft } from './authoring/preview.ts'
import { getPublishing, publishDraft, takeBack } from './authoring/publish.ts'
import { addComment, listComments, reviewDraft, setContentReview, settleComment } from './authoring/review.ts'
import { exchangeRoutes } from './exchange/routes.ts'
import { scheduleDraft, unscheduleDraft } from './authoring/schedule.ts'
import { getFigures } from './authoring/figures.ts'
import { addPicture, addRecording, listPictures, listRecordings } from './authoring/media.ts'
import { listTranslations, saveTranslation } from './authoring/translate.ts'
import { getVersion, listVersions } from './authoring/versions.ts'

export async function programmeRoutes(app: FastifyInstance): Promise<void> {
  serve(app, calls.listContent, (ctx, { query }) => listContent(ctx, query.kind))
  serve(app, getDesk, (ctx) => readDesk(ctx))
  serve(app, calls.createContent, (ctx, { body }) => createContent(ctx, body))
  serve(app, calls.getDraft, (ctx, { params }) => getDraft(ctx, params.kind, params.key))
  serve(app, calls.saveDraftPart, (ctx, { params, body }) => savePart(ctx, params.kind, params.key, body))
  serve(app, calls.discardDraft, async (ctx, { params, body }) => {
    await discardDraft(ctx, params.kind, params.key, body.revision)
    return {}
  })
  // Called after every pause in typing; only the changes themselves are recorded.
  serve(
    app,
    calls.previewDraft,
    (ctx, { params, query }) => previewDraft(ctx, params.kind, params.key, query),
    async () => NOTHING_NEW,
  )
  serve(
    app,
    calls.previewPage,
    (ctx, { params, query }) => previewPage(ctx, params.kind, params.key, query.language),
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
  teamRoutes(app)
  exchangeRoutes(app)
}

/** Calls for the collaboration of several people on a draft. */
function teamRoutes(app: FastifyInstance): void {
  serve(app, team.listTranslations, (ctx, { params, query }) => listTranslations(ctx, params.kind, params.key, query.language))
  serve(app, team.saveTranslation, (ctx, { params, body }) => saveTranslation(ctx, params.kind, params.key, body))
  serve(app, team.reviewDraft, async (ctx, { params, body }) => {
    await reviewDraft(ctx, params.kind, params.key, body)
    return {}
  })
  serve(app, team.listDraftComments, (ctx, { params }) => listComments(ctx, params.kind, params.key))
  serve(app, team.addDraftComment, (ctx, { params, body }) => addComment(ctx, params.kind, params.key, body.text))
  serve(app, team.settleDraftComment, (ctx, { params, body }) => settleComment(ctx, params.kind, params.key, body))
  serve(app, team.setContentReview, (ctx, { params, body }) => setContentReview(ctx, params.programmeId, body.isNeeded))
  serve(app, team.listChoices, (ctx) => listChoices(ctx))
  serve(app, team.listPictures, (ctx) => listPictures(ctx))
  serve(app, team.addPicture, (ctx, { form }) => addPicture(ctx, form.files.picture))
  serve(app, team.listRecordings, (ctx) => listRecordings(ctx))
  serve(app, team.addRecording, (ctx, { form }) => addRecording(ctx, form.files.recording))
  serve(app, versions.listVersions, (ctx, { params }) => listVersions(ctx, params.kind, params.key))
  serve(app, versions.getVersion, (ctx, { params }) => getVersion(ctx, params.kind, params.key, params.id))
  serve(app, team.getFigures, (ctx, { params }) => getFigures(ctx, params.kind, params.key))
}
