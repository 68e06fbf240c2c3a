import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Messages the person has sent, and both sides of their assistant channel. */
export function findSentBy(db: Db, personId: number) {
  return db
    .selectFrom('chat_message as message')
    .innerJoin('chat_channel as channel', 'channel.id', 'message.channel_id')
    .select([
      'channel.id as conversation',
      'channel.kind',
      'message.body as text',
      'message.created_at as sentAt',
      'message.file_id as file',
      'message.extra',
      sql<boolean>`message.sender_id is distinct from ${personId}`.as('isFromAssistant'),
    ])
    .where(({ or, eb }) => or([eb('message.sender_id', '=', personId), eb('channel.person_id', '=', personId)]))
    .where('message.redacted_at', 'is', null)
    .orderBy('message.id')
    .execute()
}

/** Messages from others in the person's channels; in former channels, only those they had seen. The senders are left out. */
export function findReceivedBy(db: Db, personId: number) {
  return db
    .selectFrom('chat_message as message')
    .innerJoin('chat_channel as channel', 'channel.id', 'message.channel_id')
    .innerJoin('chat_member as member', (join) =>
      join.onRef('member.channel_id', '=', 'channel.id').on('member.person_id', '=', personId),
    )
    .select(['channel.id as conversation', 'channel.kind', 'message.body as text', 'message.created_at as sentAt'])
    .where('channel.kind', '<>', 'assistant')
    .where(sql<boolean>`message.sender_id is distinct from ${personId}`)
    .where('message.redacted_at', 'is', null)
    .where(({ or, eb, ref }) => or([eb('member.is_active', '=', true), eb('message.id', '<=', ref('member.last_seen_id'))]))
    .orderBy('message.id')
    .execute()
}

export function findMembershipsOf(db: Db, personId: number) {
  return db
    .selectFrom('chat_member as member')
    .innerJoin('chat_channel as channel', 'channel.id', 'member.channel_id')
    .select([
      'channel.id as conversation',
      'channel.kind',
      'member.is_active as isActive',
      'member.joined_at as joinedAt',
      'member.last_viewed_at as lastViewedAt',
      'member.delivered_at as lastDeliveredAt',
    ])
    .where('member.person_id', '=', personId)
    .orderBy('channel.id')
    .execute()
}

export function findRatingsBy(db: Db, personId: number) {
  return db
    .selectFrom('chat_rating')
    .select(['marks', 'rated_at as ratedAt'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()
}

/**
 * Messages that mention the person, in all channels of which they were a member. Searches the text, because not every mention
 * created a chat_mention row.
 */
export function findMentionsOf(db: Db, personId: number) {
  return db
    .selectFrom('chat_message as message')
    .select(['message.id', 'message.channel_id as channelId', 'message.body as text'])
    .where('message.channel_id', 'in', (inner) =>
      inner.selectFrom('chat_member').select('channel_id').where('person_id', '=', personId),
    )
    .where('message.body', 'like', `%](${personId})%`)
    .orderBy('message.id')
    .execute()
}

/** The person's own messages before they edited or deleted them. */
export const findEarlierTextsOf = (db: Db, personId: number) =>
  db
    .selectFrom('chat_message_version as version')
    .innerJoin('chat_message as message', 'message.id', 'version.message_id')
    .select([
      'message.channel_id as conversation',
      'version.body as text',
      'version.written_at as writtenAt',
      'version.replaced_at as replacedAt',
    ])
    .where('message.sender_id', '=', personId)
    .orderBy('version.id')
    .execute()

export const findReactionsOf = (db: Db, personId: number) =>
  db
    .selectFrom('chat_reaction as reaction')
    .innerJoin('chat_message as message', 'message.id', 'reaction.message_id')
    .select(['message.channel_id as conversation', 'reaction.emoji', 'reaction.reacted_at as reactedAt'])
    .where('reaction.person_id', '=', personId)
    .orderBy('reaction.reacted_at')
    .execute()

/** Earlier texts of others that mention the person, as in findMentionsOf. */
export const findEarlierMentionsOf = (db: Db, personId: number) =>
  db
    .selectFrom('chat_message_version as version')
    .innerJoin('chat_message as message', 'message.id', 'version.message_id')
    .select(['version.id', 'version.body as text'])
    .where('message.channel_id', 'in', (inner) =>
      inner.selectFrom('chat_member').select('channel_id').where('person_id', '=', personId),
    )
    .where('version.body', 'like', `%](${personId})%`)
    .execute()

export async function updateEarlierText(db: Db, id: number, text: string): Promise<void> {
  await db.updateTable('chat_message_version').set({ body: text }).where('id', '=', id).execute()
}

export async function updateWords(db: Db, messageId: number, text: string, words: readonly string[]): Promise<void> {
  await sql`
    update chat_message set body = ${text}, words = array_to_tsvector(${[...words]}::text[]) where id = ${messageId}`.execute(db)
}

export async function deleteMentionsOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('chat_call_attended').where('person_id', '=', personId).execute()
  await db.deleteFrom('chat_mention').where('person_id', '=', personId).execute()
}

/** The assistant channel belongs to the person alone, so its messages and ratings are deleted. */
export async function deleteAssistantChannel(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('chat_rating').where('person_id', '=', personId).execute()
  await db.deleteFrom('chat_channel').where('person_id', '=', personId).execute()
}

/** The rows stay, so that other people's messages keep their order; text and sender are erased. */
export async function eraseMessagesOf(db: Db, personId: number, now: Date): Promise<void> {
  await sql`
    delete from chat_mention mention using chat_message message
    where message.id = mention.message_id and message.sender_id = ${personId}`.execute(db)
  await sql`
    delete from chat_message_version version using chat_message message
    where message.id = version.message_id and message.sender_id = ${personId}`.execute(db)
  await db.deleteFrom('chat_reaction').where('person_id', '=', personId).execute()
  await sql`
    update chat_message set sender_id = null, temp_id = null, body = '', words = '', extra = null, file_id = null,
      version = version + 1, changed_at = ${now}::timestamptz, redacted_at = coalesce(redacted_at, ${now}::timestamptz)
    where sender_id = ${personId}`.execute(db)
}

/** The membership stays, without data: others see a former member. */
export async function clearMembershipsOf(db: Db, personId: number): Promise<number[]> {
  const rows = await db
    .updateTable('chat_member')
    .set({ is_active: false, last_seen_id: 0, last_viewed_at: null, delivered_id: 0, delivered_at: null })
    .where('person_id', '=', personId)
    .returning('channel_id as channelId')
    .execute()
  return rows.map(({ channelId }) => channelId)
}
