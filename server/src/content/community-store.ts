import type { Card, CommunityItem, FaqTopic } from '@saathi/contract/content/community-calls'
import * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'
import { mediaUrl } from './step-content.ts'
import { readIn, Texts } from '#core/translated-texts.ts'

const MAX_ROWS = 20

/** An FAQ topic as stored in the database, in all languages. */
export const StoredTopic = z.object({ title: Texts, items: z.array(z.object({ question: Texts, answer: Texts })) })
export type StoredTopic = z.infer<typeof StoredTopic>

export const StoredCard = z.object({ text: Texts, width: z.int(), height: z.int() })
export type StoredCard = z.infer<typeof StoredCard>

export async function findCommunityItems(db: Db, language: string): Promise<CommunityItem[]> {
  const rows = await db.selectFrom('community_item').selectAll().orderBy('id').limit(MAX_ROWS).execute()
  return rows.map((row) => {
    const title = readIn(language, Texts.parse(row.title))
    const content = readIn(language, Texts.parse(row.content))
    return {
      id: row.id,
      title: title.base,
      localeTitle: title.locale,
      content: content.base,
      localeContent: content.locale,
      version: row.version,
      updatedAt: row.updated_at.toISOString(),
    }
  })
}

export async function findTopics(db: Db, language: string): Promise<FaqTopic[]> {
  const rows = await db.selectFrom('faq_topic').select('content').orderBy('position').limit(MAX_ROWS).execute()
  return rows.map((row) => {
    const { title, items } = StoredTopic.parse(row.content)
    const { base, locale } = readIn(language, title)
    return {
      topicTitle: base,
      localeTopicTitle: locale,
      content: items.map((item) => {
        const question = readIn(language, item.question)
        const answer = readIn(language, item.answer)
        return {
          question: question.base,
          localeQuestion: question.locale,
          answer: answer.base,
          localeAnswer: answer.locale,
        }
      }),
    }
  })
}

export async function findCards(db: Db, expType: 'internship' | 'mentorship', language: string): Promise<Card[]> {
  const rows = await db
    .selectFrom('card')
    .selectAll()
    .where('exp_type', '=', expType)
    .orderBy('position')
    .limit(MAX_ROWS)
    .execute()
  return rows.map(({ id, image_hash, link, content }) => {
    const { text, width, height } = StoredCard.parse(content)
    const words = readIn(language, text)
    return {
      id,
      image: mediaUrl(image_hash),
      imageWidth: width,
      imageHeight: height,
      link,
      text: words.base,
      localeText: words.locale,
    }
  })
}
