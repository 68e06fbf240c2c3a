import { sql } from 'kysely'
import type { StoredFeedPost } from '#content/public.ts'
import type { TestServer } from './harness.ts'

type PostChanges = {
  event?: 'post' | 'quote'
  /** Defaults to now. */
  publishedAt?: Date | string
  content?: Partial<StoredFeedPost>
  link?: string
  thumbnailHash?: string
  /** In reading order; new tags are created with the key as the name. */
  tags?: readonly string[]
}

let built = 0
export const words = (text: string, locales: Record<string, string> = {}) => ({ text, locales })

/** A post or quote that everybody may read. */
export async function buildPost({ db, clock }: Pick<TestServer, 'db' | 'clock'>, changes: PostChanges = {}): Promise<number> {
  built += 1
  const event = changes.event ?? 'post'
  const nothing = { title: null, description: null, curatedNote: null, text: null, author: null, thumbnail: null }
  const own =
    event === 'post'
      ? { title: words(`Post ${built}`), description: words('What it says.') }
      : { text: words(`Quote ${built}`), author: words('Somebody') }
  const { id } = await db
    .insertInto('feed_post')
    .values({
      key: `post-${built}`,
      event,
      content: JSON.stringify({ ...nothing, ...own, ...changes.content }),
      link: changes.link ?? null,
      thumbnail_hash: changes.thumbnailHash ?? null,
      published_at: sql<Date>`${changes.publishedAt ?? clock.now()}::timestamptz`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [at, key] of (changes.tags ?? []).entries()) {
    await db
      .insertInto('tag')
      .values({ key, name: key })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db
      .insertInto('feed_post_tag')
      .values({ post_id: id, position: at + 1, tag_key: key })
      .execute()
  }
  return id
}
