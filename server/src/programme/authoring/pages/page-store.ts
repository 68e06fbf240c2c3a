import { isLegalName, legalFiles } from '../../format/community.ts'
import { StoredCard, StoredFeedPost, StoredTopic, Texts } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

export async function findPost(db: Db, key: string) {
  const row = await db
    .selectFrom('feed_post')
    .select(['id', 'event', 'content', 'thumbnail_hash as thumbnail', 'link', 'published_at as publishedAt'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  const tags = await db.selectFrom('feed_post_tag').select('tag_key').where('post_id', '=', row.id).orderBy('position').execute()
  return { ...row, content: StoredFeedPost.parse(row.content), tags: tags.map(({ tag_key }) => tag_key) }
}

/** The database also deletes its likes and clicks. */
export async function deletePost(db: Db, key: string): Promise<void> {
  await db.deleteFrom('feed_post').where('key', '=', key).execute()
}

export async function findTopics(db: Db): Promise<StoredTopic[]> {
  const rows = await db.selectFrom('faq_topic').select('content').orderBy('position').execute()
  return rows.map(({ content }) => StoredTopic.parse(content))
}

export async function findLegal(db: Db, key: string) {
  if (!isLegalName(key)) return null
  const row = await db.selectFrom('community_item').selectAll().where('id', '=', legalFiles[key]).executeTakeFirst()
  return row ? { ...row, title: Texts.parse(row.title), content: Texts.parse(row.content) } : null
}

export const cardKeys = ['internship', 'mentorship'] as const
export type CardKey = (typeof cardKeys)[number]
export const isCardKey = (key: string): key is CardKey => cardKeys.some((each) => each === key)

export async function findCards(db: Db, key: CardKey) {
  const rows = await db.selectFrom('card').selectAll().where('exp_type', '=', key).orderBy('position').execute()
  return rows.map(({ image_hash, link, content }) => ({ image: image_hash, link, text: StoredCard.parse(content).text }))
}
