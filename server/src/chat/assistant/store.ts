import { Role } from '@saathi/contract/accounts/roles'
import { AI_ASSISTANT } from '@saathi/contract/chat/entities'
import type { Db } from '#core/ctx.ts'
import { storedAnswer } from '../attachments/attachments.ts'

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
      'person.role',
      'message.body as text',
      'message.created_at as askedAt',
    ])
    .where('message.id', '=', messageId)
    .where('channel.kind', '=', 'assistant')
    .whereRef('channel.person_id', '=', 'message.sender_id')
    .where('message.redacted_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, role: Role.parse(row.role) } : null
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

/** The person's message that this answer of the bot replies to, and what the answer offers. Null if there is none. */
export async function findAskedBefore(db: Db, { channelId, messageId }: { channelId: number; messageId: number }) {
  const answer = await db
    .selectFrom('chat_message')
    .select(['sender_id as senderId', 'extra'])
    .where('id', '=', messageId)
    .where('channel_id', '=', channelId)
    .where('redacted_at', 'is', null)
    .executeTakeFirst()
  if (!answer) return null
  const question = await db
    .selectFrom('chat_message')
    .select(['id', 'body as text'])
    .where('channel_id', '=', channelId)
    .where('id', '<', messageId)
    .where('sender_id', 'is distinct from', answer.senderId)
    .where('redacted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return question ? { question, offersTeam: storedAnswer(answer.extra)?.offers_team ?? false } : null
}

/** The bot, of which the migration creates exactly one. */
export async function findBot(db: Db): Promise<number> {
  const { id } = await db.selectFrom('person').select('id').where('role', '=', AI_ASSISTANT).executeTakeFirstOrThrow()
  return id
}

/** The oldest and newest answer after this id; null if there is none. Failed answers do not count. */
export async function findAnswersAfter(db: Db, channelId: number, botId: number, afterId: number) {
  const row = await db
    .selectFrom('chat_message')
    .select(({ fn }) => [fn.max('id').as('lastId'), fn.min('created_at').as('firstAt'), fn.max('created_at').as('lastAt')])
    .where('channel_id', '=', channelId)
    .where('sender_id', '=', botId)
    .where('id', '>', afterId)
    .where('may_retry', '=', false)
    .executeTakeFirst()
  const { lastId = null, firstAt = null, lastAt = null } = row ?? {}
  return lastId === null || firstAt === null || lastAt === null ? null : { lastId, firstAt, lastAt }
}

export async function findLastRating(db: Db, channelId: number, personId: number) {
  const row = await db
    .selectFrom('chat_rating')
    .select(['message_id as messageId', 'rated_at as ratedAt'])
    .where('channel_id', '=', channelId)
    .where('person_id', '=', personId)
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

type Rating = { channelId: number; personId: number; messageId: number; marks: object; ratedAt: Date }

export async function insertRating(db: Db, { channelId, personId, messageId, marks, ratedAt }: Rating): Promise<void> {
  await db
    .insertInto('chat_rating')
    .values({
      channel_id: channelId,
      person_id: personId,
      message_id: messageId,
      marks: JSON.stringify(marks),
      rated_at: ratedAt,
    })
    // A rating sent twice is stored once.
    .onConflict((conflict) => conflict.columns(['channel_id', 'person_id', 'message_id']).doNothing())
    .execute()
}
