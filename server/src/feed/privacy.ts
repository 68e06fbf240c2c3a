import { StoredFeedPost } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { deleteClicksOf, deleteLikesOf, findClicks, findLikes, lockPostsLikedBy } from './store.ts'

/** Exports titles rather than ids: our ids mean nothing outside Saathi. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    likes: (await findLikes(db, personId)).map(({ content, likedAt }) => ({ post: titleOf(content), likedAt })),
    opened: (await findClicks(db, personId)).map(({ content, clickedAt }) => ({ post: titleOf(content), openedAt: clickedAt })),
  }
}

function titleOf(content: unknown): string {
  const { title, text } = StoredFeedPost.parse(content)
  return (title ?? text)?.text ?? ''
}

export async function eraseFor({ db }: ListenerCtx, personId: number): Promise<void> {
  await lockPostsLikedBy(db, personId)
  await deleteLikesOf(db, personId)
  await deleteClicksOf(db, personId)
}
