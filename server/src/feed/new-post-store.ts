import { StoredFeedPost, type Texts } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

type PublishedRange = { /** Inclusive start and exclusive end. */ from: Date; before: Date }

/** The title of the newest post in that range and the number of posts; null if there is none. */
export async function findNewPosts(db: Db, { from, before }: PublishedRange): Promise<{ title: Texts | null; count: number }> {
  const row = await db
    .selectFrom('feed_post')
    .select(({ fn }) => ['content', fn.countAll<number>().over().as('count')])
    .where('event', '=', 'post')
    .where('published_at', '>=', from)
    .where('published_at', '<', before)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { title: row ? StoredFeedPost.parse(row.content).title : null, count: row?.count ?? 0 }
}

/** Everybody who joined before `since`, by id. */
export function findReaders(db: Db, { since, afterId, limit }: { since: Date; afterId: number; limit: number }) {
  return db
    .selectFrom('person')
    .select(['id as personId', 'language_code as language'])
    .where('id', '>', afterId)
    .where('created_at', '<', since)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}
