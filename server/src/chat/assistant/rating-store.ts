import type { Db } from '#core/ctx.ts'

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
