import type { Db } from '#core/ctx.ts'
import type { StoredFeedPost } from '#content/public.ts'

export type FeedRow = {
  key: string
  event: 'post' | 'quote'
  content: StoredFeedPost
  thumbnailHash: string | null
  link: string | null
  publishedAt: Date
  tags: readonly string[]
}
export type LoadedPost = { id: number; publishedAt: Date }

/** A post keeps its date and likes when its content changes. */
export async function savePosts(db: Db, posts: readonly FeedRow[]): Promise<Map<string, LoadedPost>> {
  if (posts.length === 0) return new Map()
  const rows = await db
    .insertInto('feed_post')
    .values(
      posts.map((post) => ({
        key: post.key,
        event: post.event,
        content: JSON.stringify(post.content),
        thumbnail_hash: post.thumbnailHash,
        link: post.link,
        published_at: post.publishedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        event: ref('excluded.event'),
        content: ref('excluded.content'),
        thumbnail_hash: ref('excluded.thumbnail_hash'),
        link: ref('excluded.link'),
      })),
    )
    .returning(['id', 'key', 'published_at as publishedAt'])
    .execute()
  const loaded = new Map(rows.map(({ key, ...row }) => [key, row]))
  await replaceTags(db, posts, loaded)
  return loaded
}

async function replaceTags(db: Db, posts: readonly FeedRow[], loaded: ReadonlyMap<string, LoadedPost>): Promise<void> {
  const ids = [...loaded.values()].map(({ id }) => id)
  await db.deleteFrom('feed_post_tag').where('post_id', 'in', ids).execute()
  const rows = posts.flatMap(({ key, tags }) => {
    const post = loaded.get(key)
    return post ? tags.map((tag, at) => ({ post_id: post.id, position: at + 1, tag_key: tag })) : []
  })
  if (rows.length > 0) await db.insertInto('feed_post_tag').values(rows).execute()
}

/** Also deletes their likes and clicks. */
export async function deleteOtherPosts(db: Db, remaining: readonly LoadedPost[]): Promise<void> {
  const ids = remaining.map(({ id }) => id)
  await db
    .deleteFrom('feed_post')
    .$if(ids.length > 0, (others) => others.where('id', 'not in', ids))
    .execute()
}
