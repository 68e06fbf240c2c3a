import type { Db } from '#core/ctx.ts'
import type { StoredCard, StoredHelpline, StoredTopic, Texts } from '#content/public.ts'

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

export async function replaceCards(db: Db, cards: readonly CardRow[]): Promise<void> {
  await db.deleteFrom('card').execute()
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
