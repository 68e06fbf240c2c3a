import { FEED_MAX_TAGS } from '@saathi/contract/feed/calls'
import type { FeedEvent, FeedTag } from '@saathi/contract/feed/entities'
import { sql } from 'kysely'
import { StoredFeedPost, type Texts } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

/** A position in the feed: the time in microseconds, as exact as the database stores it, and the id to break ties. */
export type FeedCursor = { micros: string; id: string }
export type PostFilter = {
  now: Date
  event?: FeedEvent | undefined
  /** Inclusive start and exclusive end. */
  from?: Date | undefined
  until?: Date | undefined
  tags?: readonly string[] | undefined
}
export type PageStart = { before: FeedCursor } | { skip: number }

/** Selects only indexed columns: the rows before a late page are skipped in the index, and posts are read for that page only. */
function filteredPosts(db: Db, { now, event, from, until, tags }: PostFilter) {
  let query = db
    .selectFrom('feed_post')
    .select(['id', 'published_at'])
    .where('published_at', '<=', now)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
  if (event) query = query.where('event', '=', event)
  if (from) query = query.where('published_at', '>=', from)
  if (until) query = query.where('published_at', '<', until)
  if (tags) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('feed_post_tag')
          .select('feed_post_tag.post_id')
          .whereRef('feed_post_tag.post_id', '=', 'feed_post.id')
          .where('feed_post_tag.tag_key', 'in', [...tags]),
      ),
    )
  }
  return query
}

/** Newest first. */
export function findPosts(db: Db, personId: number, filter: PostFilter, start: PageStart, limit: number) {
  let page = filteredPosts(db, filter).limit(limit)
  if ('skip' in start) page = page.offset(start.skip)
  else page = page.where(sql<boolean>`(published_at, id) < (${timeOf(start.before)}, ${start.before.id}::bigint)`)
  return db
    .selectFrom(page.as('page'))
    .innerJoin('feed_post', 'feed_post.id', 'page.id')
    .leftJoin('feed_like', (join) => join.onRef('feed_like.post_id', '=', 'page.id').on('feed_like.person_id', '=', personId))
    .leftJoin('programme_media', 'programme_media.hash', 'feed_post.thumbnail_hash')
    .select([
      'feed_post.id',
      'feed_post.event',
      'feed_post.content',
      'feed_post.thumbnail_hash as thumbnailHash',
      sql<number | null>`octet_length(programme_media.bytes)`.as('thumbnailBytes'),
      'feed_post.link',
      'feed_post.published_at as publishedAt',
      'feed_post.like_count as likeCount',
      'feed_like.liked_at as likedAt',
      sql<string>`(extract(epoch from feed_post.published_at) * 1000000)::bigint::text`.as('micros'),
    ])
    .orderBy('feed_post.published_at', 'desc')
    .orderBy('feed_post.id', 'desc')
    .execute()
}
export type PostRow = Awaited<ReturnType<typeof findPosts>>[number]

const timeOf = ({ micros }: FeedCursor) => sql<Date>`timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond'`

const tagText = (language: string) => sql<string>`coalesce(
  (select tag_text.name from tag_text where tag_text.tag_key = tag.key and tag_text.language_code = ${language}), tag.name)`

export function findTagsOf(db: Db, postIds: readonly number[], language: string): Promise<(FeedTag & { postId: number })[]> {
  return db
    .selectFrom('feed_post_tag')
    .innerJoin('tag', 'tag.key', 'feed_post_tag.tag_key')
    .select(['feed_post_tag.post_id as postId', 'tag.key', 'tag.name', tagText(language).as('localeName')])
    .where('feed_post_tag.post_id', 'in', [...postIds])
    .orderBy('feed_post_tag.position')
    .execute()
}

/** Both null while nothing is published. */
export async function findRange(db: Db, now: Date): Promise<{ first: Date | null; last: Date | null }> {
  return db
    .selectFrom('feed_post')
    .select(({ fn }) => [fn.min('published_at').as('first'), fn.max('published_at').as('last')])
    .where('published_at', '<=', now)
    .executeTakeFirstOrThrow()
}

/** One post is enough to show a tag, so the lookup stops at one. */
export function findTagsInUse(db: Db, now: Date, language: string): Promise<FeedTag[]> {
  return db
    .selectFrom('tag')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('feed_post_tag')
          .innerJoin('feed_post', 'feed_post.id', 'feed_post_tag.post_id')
          .select('feed_post.id')
          .whereRef('feed_post_tag.tag_key', '=', 'tag.key')
          .where('feed_post.published_at', '<=', now)
          .limit(1)
          .as('shown'),
      (join) => join.onTrue(),
    )
    .select(['tag.key', 'tag.name', tagText(language).as('localeName')])
    .orderBy('tag.name')
    .orderBy('tag.key')
    .limit(FEED_MAX_TAGS)
    .execute()
}

export async function findPublished(db: Db, postId: number, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom('feed_post')
    .select('id')
    .where('id', '=', postId)
    .where('published_at', '<=', now)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The post's original (English) texts, in order of display. Null if the post is not published. */
export async function findPostTexts(db: Db, postId: number, now: Date): Promise<string[] | null> {
  const row = await db
    .selectFrom('feed_post')
    .select('content')
    .where('id', '=', postId)
    .where('published_at', '<=', now)
    .executeTakeFirst()
  if (!row) return null
  const { title, author, description, text, curatedNote } = StoredFeedPost.parse(row.content)
  return [title, author, description, text, curatedNote].flatMap((each) => each?.text ?? [])
}

/** Locked until the transaction ends: of two concurrent toggles the second must see the first. */
export async function lockPost(db: Db, postId: number): Promise<void> {
  await db.selectFrom('feed_post').select('id').where('id', '=', postId).forNoKeyUpdate().execute()
}

export async function hasLike(db: Db, personId: number, postId: number): Promise<boolean> {
  const row = await db
    .selectFrom('feed_like')
    .select('post_id')
    .where('person_id', '=', personId)
    .where('post_id', '=', postId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteLike(db: Db, personId: number, postId: number): Promise<void> {
  await db.deleteFrom('feed_like').where('person_id', '=', personId).where('post_id', '=', postId).execute()
}

export async function insertLike(db: Db, personId: number, postId: number, now: Date): Promise<void> {
  await db.insertInto('feed_like').values({ person_id: personId, post_id: postId, liked_at: now }).execute()
}

export async function updateLikeCount(db: Db, postId: number, change: number): Promise<number> {
  const { likeCount } = await db
    .updateTable('feed_post')
    .set(({ eb }) => ({ like_count: eb('like_count', '+', change) }))
    .where('id', '=', postId)
    .returning('like_count as likeCount')
    .executeTakeFirstOrThrow()
  return likeCount
}

/** False if this person had opened it before. */
export async function insertClick(db: Db, personId: number, postId: number, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('feed_click')
    .values({ person_id: personId, post_id: postId, clicked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('post_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateClickCount(db: Db, postId: number): Promise<void> {
  await db
    .updateTable('feed_post')
    .set(({ eb }) => ({ click_count: eb('click_count', '+', 1) }))
    .where('id', '=', postId)
    .execute()
}

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

/** Active people who joined before this time, by id. */
export function findReaders(db: Db, { joinedBefore, afterId, limit }: { joinedBefore: Date; afterId: number; limit: number }) {
  return db
    .selectFrom('person')
    .select(['id as personId', 'language_code as language'])
    .where('id', '>', afterId)
    .where('created_at', '<', joinedBefore)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

type DemoLike = { personId: number; postId: number; at: Date }

/** Also updates the like counts of the posts. */
export async function insertLikes(db: Db, likes: readonly DemoLike[]): Promise<void> {
  if (likes.length === 0) return
  await db
    .with('inserted', (inserted) =>
      inserted
        .insertInto('feed_like')
        .values(likes.map(({ personId, postId, at }) => ({ person_id: personId, post_id: postId, liked_at: at })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('post_id'),
    )
    .with('counted', (counted) =>
      counted
        .selectFrom('inserted')
        .select(({ fn }) => ['post_id', fn.countAll<number>().as('likes')])
        .groupBy('post_id'),
    )
    .updateTable('feed_post')
    .from('counted')
    .set(({ eb, ref }) => ({ like_count: eb(ref('feed_post.like_count'), '+', ref('counted.likes')) }))
    .whereRef('feed_post.id', '=', 'counted.post_id')
    .execute()
}

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
    .with('deleted', (deleted) => deleted.deleteFrom('feed_like').where('person_id', '=', personId).returning('post_id'))
    .updateTable('feed_post')
    .from('deleted')
    .set(({ eb, ref }) => ({ like_count: eb(ref('feed_post.like_count'), '-', 1) }))
    .whereRef('feed_post.id', '=', 'deleted.post_id')
    .execute()
}

/** Click counts stay: they say nothing about the person. */
export async function deleteClicksOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('feed_click').where('person_id', '=', personId).execute()
}
