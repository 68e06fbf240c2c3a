import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { findPublished } from './store.ts'

/** Unpublished and unknown posts get the same reply, so that upcoming posts are not revealed. */
export async function requirePost({ db, now }: Ctx, postId: number): Promise<number> {
  const id = await findPublished(db, postId, now())
  if (id === null) throw notFound('feed.post_not_found')
  return id
}
