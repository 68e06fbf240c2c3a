import type { Db } from '#core/ctx.ts'

type Told = { messageId: number; channelId: number; personId: number }

/** Null where it is gone, was said by somebody who has left, or stands in no channel of the assistant. */
export async function findAsked(db: Db, messageId: number) {
  const row = await db
    .selectFrom('chat_message as message')
    .innerJoin('chat_channel as channel', 'channel.id', 'message.channel_id')
    .innerJoin('person', 'person.id', 'message.sender_id')
    .select([
      'message.id as messageId',
      'channel.id as channelId',
      'person.id as personId',
      'person.language_code as language',
      'message.body as text',
      'message.created_at as askedAt',
    ])
    .where('message.id', '=', messageId)
    .where('channel.kind', '=', 'assistant')
    .whereRef('channel.person_id', '=', 'message.sender_id')
    .where('message.redacted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

const EARLIER_TURNS = 6
const LETTERS = 1000

/** What both have said just before, the oldest first. */
export async function findEarlierTurns(db: Db, { messageId, channelId, personId }: Told) {
  const rows = await db
    .selectFrom('chat_message')
    .select(['sender_id as senderId', 'body as text'])
    .where('channel_id', '=', channelId)
    .where('id', '<', messageId)
    .where('redacted_at', 'is', null)
    .where('may_retry', '=', false)
    .orderBy('id', 'desc')
    .limit(EARLIER_TURNS)
    .execute()
  return rows.toReversed().map(({ senderId, text }) => ({ isOwn: senderId === personId, text: text.slice(0, LETTERS) }))
}
