import type { StoredCard, StoredTopic, Texts, StoredFeedPost } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import type { StoredHelpline } from '#help/public.ts'

export type CommunityRow = { id: number; title: Texts; content: Texts; version: number }

/** `updated_at` is when the text last changed, not when it was last loaded. */
export async function saveCommunityItems(db: Db, items: readonly CommunityRow[], now: Date): Promise<void> {
  if (items.length === 0) return
  await db
    .insertInto('community_item')
    .values(
      items.map(({ id, title, content, version }) => ({
        id,
        title: JSON.stringify(title),
        content: JSON.stringify(content),
        version,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          title: ref('excluded.title'),
          content: ref('excluded.content'),
          version: ref('excluded.version'),
          updated_at: ref('excluded.updated_at'),
        }))
        .where(({ eb, or, ref }) =>
          or([
            eb('community_item.title', 'is distinct from', ref('excluded.title')),
            eb('community_item.content', 'is distinct from', ref('excluded.content')),
            eb('community_item.version', 'is distinct from', ref('excluded.version')),
          ]),
        ),
    )
    .execute()
}

/** No other rows refer to topics, helplines and cards, so they are replaced. */
export async function replaceTopics(db: Db, topics: readonly StoredTopic[]): Promise<void> {
  await db.deleteFrom('faq_topic').execute()
  if (topics.length === 0) return
  await db
    .insertInto('faq_topic')
    .values(topics.map((topic, at) => ({ position: at + 1, content: JSON.stringify(topic) })))
    .execute()
}

export async function replaceHelplines(db: Db, helplines: readonly { number: string; content: StoredHelpline }[]): Promise<void> {
  await db.deleteFrom('helpline').execute()
  await db
    .insertInto('helpline')
    .values(helplines.map(({ number, content }) => ({ number, content: JSON.stringify(content) })))
    .execute()
}

export type CardRow = {
  expType: 'internship' | 'mentorship'
  position: number
  imageHash: string
  link: string | null
  content: StoredCard
}

export async function replaceCards(
  db: Db,
  cards: readonly CardRow[],
  kinds: readonly CardRow['expType'][] = ['internship', 'mentorship'],
): Promise<void> {
  await db.deleteFrom('card').where('exp_type', 'in', kinds).execute()
  if (cards.length === 0) return
  await db
    .insertInto('card')
    .values(
      cards.map(({ expType, position, imageHash, link, content }) => ({
        exp_type: expType,
        position,
        image_hash: imageHash,
        link,
        content: JSON.stringify(content),
      })),
    )
    .execute()
}

type FeedRow = {
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
