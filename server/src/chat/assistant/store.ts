import type { Db } from '#core/ctx.ts'

type QuestionRef = { messageId: number; channelId: number; personId: number }

/** Null if it is deleted, its sender has left, or it is not in an assistant channel. */
export async function findQuestion(db: Db, messageId: number) {
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
const TURN_CHARACTERS = 1000

/** The turns just before, oldest first. */
export async function findEarlierTurns(db: Db, { messageId, channelId, personId }: QuestionRef) {
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
  return rows.toReversed().map(({ senderId, text }) => ({ isOwn: senderId === personId, text: text.slice(0, TURN_CHARACTERS) }))
}
