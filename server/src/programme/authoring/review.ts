import type { DraftComment, DraftKind } from '@saathi/contract/content/drafts'
import { can } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, forbidden, notFound } from '#core/errors.ts'
import { requireContent, requireOwn, requireWritable } from './access.ts'
import * as comments from './comment-store.ts'
import { hasChanges, mayApprove, startDraft } from './drafts.ts'
import { updateDraft } from './draft-store.ts'
import { findNames } from './surroundings-store.ts'

type ReviewAct = { act: 'ask' | 'approve' | 'return'; revision: number }

/** A request and an approval refer to a revision, so any later change invalidates them. */
export async function reviewDraft(ctx: Ctx, kind: DraftKind, key: string, { act, revision }: ReviewAct): Promise<void> {
  const content = await requireWritable(ctx, kind, key)
  const { draft } = content
  if ((draft?.revision ?? 0) !== revision) throw conflict('content.draft_changed')
  if (!draft || !hasChanges(content)) throw conflict('content.nothing_changed')
  const by = ctx.actor.personId
  if (act === 'ask') {
    const asked = { asked_revision: revision, asked_by: by, asked_at: ctx.now() }
    return updateDraft(ctx.db, draft.id, { ...asked, returned_revision: null, returned_to: null, returned_by: null })
  }
  if (!mayApprove(content, by)) throw forbidden('content.not_second')
  if (act === 'approve') return updateDraft(ctx.db, draft.id, { approved_revision: revision, approved_by: by })
  const returned = { returned_revision: revision, returned_to: draft.askedBy, returned_by: by, returned_at: ctx.now() }
  const open = { asked_revision: null, asked_by: null, approved_revision: null, approved_by: null }
  return updateDraft(ctx.db, draft.id, { ...open, ...returned })
}

type Comments = { comments: DraftComment[] }

export async function listComments(ctx: Ctx, kind: DraftKind, key: string): Promise<Comments> {
  const { draft } = await requireContent(ctx, kind, key)
  const rows = draft ? await comments.findComments(ctx.db, draft.id) : []
  const names = await findNames(
    ctx.db,
    rows.map(({ writtenBy }) => writtenBy),
  )
  return {
    comments: rows.map(({ id, body, writtenBy, writtenAt, doneAt }) => ({
      id,
      text: body,
      by: writtenBy === null ? null : (names.get(writtenBy) ?? null),
      at: writtenAt.toISOString(),
      isDone: doneAt !== null,
    })),
  }
}

/** Also allowed while a publication is scheduled: a comment changes nothing. */
export async function addComment(ctx: Ctx, kind: DraftKind, key: string, text: string): Promise<Comments> {
  const { id } = await startDraft(ctx, await requireOwn(ctx, kind, key))
  await comments.insertComment(ctx.db, { draftId: id, body: text, by: ctx.actor.personId, at: ctx.now() })
  return listComments(ctx, kind, key)
}

export async function settleComment(
  ctx: Ctx,
  kind: DraftKind,
  key: string,
  { commentId, isDone }: { commentId: number; isDone: boolean },
) {
  const { draft } = await requireOwn(ctx, kind, key)
  const found =
    draft && (await comments.updateDone(ctx.db, { draftId: draft.id, id: commentId, doneAt: isDone ? ctx.now() : null }))
  if (!found) throw notFound('content.comment_not_found')
  return listComments(ctx, kind, key)
}

export async function setContentReview(ctx: Ctx, programmeId: number, isNeeded: boolean): Promise<{ isNeeded: boolean }> {
  const isOwn = can(ctx.actor, 'staff.programmes', programmeId)
  if (!isOwn || !(await comments.updateReviewNeeded(ctx.db, programmeId, isNeeded))) throw notFound('content.programme_not_found')
  return { isNeeded }
}
