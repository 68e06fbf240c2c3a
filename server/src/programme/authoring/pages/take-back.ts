import type { Ctx } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import type { Content } from '../access.ts'
import { updateDraft } from '../draft-store.ts'
import { startDraft } from '../drafts.ts'
import { deletePost } from './page-store.ts'
import { closeSurvey } from './survey-store.ts'

/**
 * A post is removed from the feed and becomes a draft; a survey closes and keeps its answers. Other kinds cannot be unpublished.
 */
export async function takeBackPage(ctx: Ctx, content: Content): Promise<void> {
  const { kind, key, page } = content
  if (kind !== 'post' && kind !== 'survey') throw conflict('content.always_shown')
  if (!page || page.isTakenBack) throw conflict('content.not_published')
  if (page.survey) return closeSurvey(ctx.db, page.survey.id, ctx.now())
  const { id, revision } = await startDraft(ctx, content)
  await updateDraft(ctx.db, id, { revision: revision + 1, published_revision: 0, published_parts: null })
  await deletePost(ctx.db, key)
}
