import type { Db } from '#core/ctx.ts'

export type DemoLike = { personId: number; postId: number; at: Date }

/** Also updates the like counts of the posts. */
export async function insertLikes(db: Db, likes: readonly DemoLike[]): Promise<void> {
  if (likes.length === 0) return
  await db
    .with('given', (given) =>
      given
        .insertInto('feed_like')
        .values(likes.map(({ personId, postId, at }) => ({ person_id: personId, post_id: postId, liked_at: at })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('post_id'),
    )
    .with('counted', (counted) =>
      counted
        .selectFrom('given')
        .select(({ fn }) => ['post_id', fn.countAll<number>().as('likes')])
        .groupBy('post_id'),
    )
    .updateTable('feed_post')
    .from('counted')
    .set(({ eb, ref }) => ({ like_count: eb(ref('feed_post.like_count'), '+', ref('counted.likes')) }))
    .whereRef('feed_post.id', '=', 'counted.post_id')
    .execute()
}
