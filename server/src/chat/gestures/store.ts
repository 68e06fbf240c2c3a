import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { messages, type MessageRow, toMessage } from '../message-store.ts'

/** Locked, so that concurrent changes of a message run one after the other. Null if it does not exist. */
export async function lockMessage(db: Db, id: number): Promise<MessageRow | null> {
  const locked = await db.selectFrom('chat_message').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!locked) return null
  const row = await messages(db).where('message.id', '=', id).executeTakeFirst()
  return row ? toMessage(row) : null
}

async function keepVersion(db: Db, { id, editedAt, createdAt }: MessageRow, now: Date): Promise<void> {
  await sql`
    insert into chat_message_version (message_id, body, extra, written_at, replaced_at)
    select id, body, extra, ${editedAt ?? createdAt}, ${now} from chat_message where id = ${id}`.execute(db)
}

type NewText = { text: string; words: readonly string[]; extra: object | null; mentions: readonly number[] }

/** Stores the previous text as a version. */
export async function updateText(db: Db, row: MessageRow, { text, words, extra, mentions }: NewText, now: Date): Promise<void> {
  await keepVersion(db, row, now)
  await sql`
    update chat_message set body = ${text}, words = array_to_tsvector(${[...words]}::text[]),
      extra = ${extra === null ? null : JSON.stringify(extra)}::jsonb, edited_at = ${now}, changed_at = ${now}, version = version + 1
    where id = ${row.id}`.execute(db)
  await db
    .deleteFrom('chat_mention')
    .where('message_id', '=', row.id)
    .$if(mentions.length > 0, (query) => query.where('person_id', 'not in', [...mentions]))
    .execute()
  if (mentions.length === 0) return
  await db
    .insertInto('chat_mention')
    .values(mentions.map((personId) => ({ message_id: row.id, person_id: personId, channel_id: row.channelId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** For readers it looks like a redacted message; its text is stored as a version. */
export async function markDeleted(db: Db, row: MessageRow, now: Date): Promise<void> {
  await keepVersion(db, row, now)
  await sql`
    update chat_message set body = '', words = '', extra = null, deleted_at = ${now}, redacted_at = ${now}, changed_at = ${now},
      version = version + 1
    where id = ${row.id}`.execute(db)
  await db.deleteFrom('chat_mention').where('message_id', '=', row.id).execute()
  await db.deleteFrom('chat_reaction').where('message_id', '=', row.id).execute()
}

type Reaction = { messageId: number; personId: number; emoji: string | null }

export async function saveReaction(db: Db, { messageId, personId, emoji }: Reaction, now: Date): Promise<void> {
  if (emoji === null) {
    await db.deleteFrom('chat_reaction').where('message_id', '=', messageId).where('person_id', '=', personId).execute()
  } else {
    await db
      .insertInto('chat_reaction')
      .values({ message_id: messageId, person_id: personId, emoji, reacted_at: now })
      .onConflict((conflict) => conflict.columns(['message_id', 'person_id']).doUpdateSet({ emoji, reacted_at: now }))
      .execute()
  }
  await sql`update chat_message set changed_at = ${now}, version = version + 1 where id = ${messageId}`.execute(db)
}

export type Version = { messageId: number; text: string; writtenAt: Date; replacedAt: Date }

/** The earlier versions of these messages, oldest first. */
export async function findVersions(db: Db, messageIds: readonly number[]): Promise<Version[]> {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('chat_message_version')
    .select(['message_id as messageId', 'body as text', 'written_at as writtenAt', 'replaced_at as replacedAt'])
    .where('message_id', 'in', [...messageIds])
    .orderBy('id')
    .execute()
}
