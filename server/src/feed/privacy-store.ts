import type { Db } from '#core/ctx.ts'

export function findLikes(db: Db, personId: number) {
  return db
    .selectFrom('feed_like')
    .innerJoin('feed_post', 'feed_post.id', 'feed_like.post_id')
    .select(['feed_post.content', 'feed_like.liked_at as likedAt'])
    .where('feed_like.person_id', '=', personId)
    .orderBy('feed_like.liked_at')
    .orderBy('feed_post.id')
    .execute()
}

export function findClicks(db: Db, personId: number) {
  return db
    .selectFrom('feed_click')
    .innerJoin('feed_post', 'feed_post.id', 'feed_click.post_id')
    .select(['feed_post.content', 'feed_click.clicked_at as clickedAt'])
    .where('feed_click.person_id', '=', personId)
    .orderBy('feed_click.clicked_at')
    .orderBy('feed_post.id')
    .execute()
}

/** Lock the posts first and in id order, like toggling does, to avoid a deadlock. */
export async function lockPostsLikedBy(db: Db, personId: number): Promise<void> {
  const liked = db.selectFrom('feed_like').select('post_id').where('person_id', '=', personId)
  await db.selectFrom('feed_post').select('id').where('id', 'in', liked).orderBy('id').forNoKeyUpdate().execute()
}

/** Like counts go down with the deleted likes. */
export async function deleteLikesOf(db: Db, personId: number): Promise<void> {
  await db
    .with('gone', (gone) => gone.deleteFrom('feed_like').where('person_id', '=', personId).returning('post_id'))
    .updateTable('feed_post')
    .from('gone')
    .set(({ eb, ref }) => ({ like_count: eb(ref('feed_post.like_count'), '-', 1) }))
    .whereRef('feed_post.id', '=', 'gone.post_id')
    .execute()
}

/** Click counts stay: they say nothing about the person. */
export async function deleteClicksOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('feed_click').where('person_id', '=', personId).execute()
}
