import type { Quote } from '@saathi/contract/chat/socket'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { FileRow } from '#core/files/store.ts'

/** The fields of a file that a message shows. */
export type MessageFile = Pick<FileRow, 'id' | 'name' | 'type' | 'size' | 'width' | 'height' | 'thumbnailSize'>

export type MessageRow = {
  id: number
  channelId: number
  /** Null if the sender has left Saathi. */
  senderId: number | null
  tempId: string | null
  text: string
  createdAt: Date
  isBroadcast: boolean
  room: { id: string; expiresAt: Date } | null
  file: MessageFile | null
  extra: unknown
  mayRetry: boolean
  redactedAt: Date | null
  /** People mentioned in the text. */
  mentions: readonly number[]
} & Gestures

/** Changes of a message after it was sent, and the message that it replies to. */
export type Gestures = {
  replyTo: QuotedRow | null
  /** Counts edits, reactions and the deletion. */
  version: number
  editedAt: Date | null
  /** When its sender deleted it for everyone. */
  deletedAt: Date | null
  /** In order of time, one per person. */
  reactions: readonly { emoji: string; personId: number }[]
}
export type QuotedRow = { id: number; senderId: number | null; text: string; kind: Quote['kind'] }

export const noGestures: Gestures = { replyTo: null, version: 0, editedAt: null, deletedAt: null, reactions: [] }

export type NewMessage = Omit<MessageRow, 'id' | 'redactedAt' | Exclude<keyof Gestures, 'replyTo'>> & {
  words: readonly string[]
}

/** The mentorships, among these, in which this person has written a message. */
export async function findWrittenIn(db: Db, personId: number, mentorshipIds: readonly number[]): Promise<Set<number>> {
  if (mentorshipIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('chat_channel as channel')
    .select('channel.mentorship_id as mentorshipId')
    .where('channel.mentorship_id', 'in', mentorshipIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('chat_message as message')
          .select('message.id')
          .whereRef('message.channel_id', '=', 'channel.id')
          .where('message.sender_id', '=', personId)
          .where('message.room_id', 'is', null),
      ),
    )
    .execute()
  return new Set(rows.flatMap(({ mentorshipId }) => mentorshipId ?? []))
}

/** Enough of a text for one line of a quote. */
const QUOTED_LETTERS = 600

const quotedColumns = sql`json_build_object('id', quoted.id, 'senderId', quoted.sender_id,
  'text', left(quoted.body, ${sql.lit(QUOTED_LETTERS)}), 'kind', case
    when quoted.redacted_at is not null then 'gone' when quoted.room_id is not null then 'call'
    when quoted.body <> '' then 'text' when quoted.extra -> 'gif' is not null then 'gif' else 'file' end)`

const replyTo = sql<QuotedRow | null>`case when message.reply_to_id is null then null else (
  select ${quotedColumns} from chat_message quoted where quoted.id = message.reply_to_id) end`

/** Subqueries that read nothing for messages that were never changed. */
const reactions = sql<MessageRow['reactions']>`case when message.version = 0 then '[]'::json else coalesce((
  select json_agg(json_build_object('emoji', emoji, 'personId', person_id) order by reacted_at, person_id)
  from chat_reaction where message_id = message.id), '[]'::json) end`

type Quotable = { id: number; channelId: number; isBroadcast: boolean; quoted: QuotedRow }

/** The quoted messages that still exist. */
export async function findQuotable(db: Db, ids: readonly number[]): Promise<Map<number, Quotable>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Quotable>`
    select id, channel_id as "channelId", is_broadcast as "isBroadcast", ${quotedColumns} as quoted
    from chat_message quoted where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Base query, also used for single messages. */
export function messages(db: Db) {
  return db
    .selectFrom('chat_message as message')
    .leftJoin('file', 'file.id', 'message.file_id')
    .select([
      'message.id',
      'message.channel_id as channelId',
      'message.sender_id as senderId',
      'message.temp_id as tempId',
      'message.body as text',
      'message.created_at as createdAt',
      'message.is_broadcast as isBroadcast',
      'message.room_id as roomId',
      'message.room_expires_at as roomExpiresAt',
      'message.extra',
      'message.may_retry as mayRetry',
      'message.redacted_at as redactedAt',
      'file.id as fileId',
      'file.name as fileName',
      'file.type as fileType',
      'file.size as fileSize',
      'file.width as fileWidth',
      'file.height as fileHeight',
      'file.thumbnail_size as fileThumbnailSize',
      'message.version',
      'message.edited_at as editedAt',
      'message.deleted_at as deletedAt',
      sql<number[]>`array(select person_id from chat_mention where message_id = message.id)`.as('mentions'),
      replyTo.as('replyTo'),
      reactions.as('reactions'),
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>

export function toMessage(row: Row): MessageRow {
  const { id, channelId, senderId, tempId, text, createdAt, isBroadcast, extra, mayRetry, redactedAt, mentions } = row
  const { roomId, roomExpiresAt, replyTo, version, editedAt, deletedAt, reactions } = row
  const gestures = { replyTo, version, editedAt, deletedAt, reactions }
  const room = roomId === null || roomExpiresAt === null ? null : { id: roomId, expiresAt: roomExpiresAt }
  const message = { id, channelId, senderId, tempId, text, createdAt, isBroadcast, extra, mayRetry, redactedAt, mentions, room }
  return { ...message, ...gestures, file: fileOf(row) }
}

function fileOf({ fileId, fileName, fileType, fileSize, fileWidth, fileHeight, fileThumbnailSize }: Row): MessageFile | null {
  if (fileId === null || fileName === null || fileType === null || fileSize === null) return null
  return {
    id: fileId,
    name: fileName,
    type: fileType,
    size: fileSize,
    width: fileWidth,
    height: fileHeight,
    thumbnailSize: fileThumbnailSize,
  }
}

const idAfter = (db: Db, channelId: number, skipped: number) =>
  db.selectFrom('chat_message').select('id').where('channel_id', '=', channelId).orderBy('id', 'desc').limit(1).offset(skipped)

/** Newest first; with `beforeId`, only older ones. */
export async function findPage(
  db: Db,
  { channelId, beforeId = null, limit, skip = 0 }: { channelId: number; beforeId?: number | null; limit: number; skip?: number },
): Promise<MessageRow[]> {
  const rows = await messages(db)
    .where('message.channel_id', '=', channelId)
    .$if(beforeId !== null, (query) => query.where('message.id', '<', beforeId ?? 0))
    // For skipped messages only the ids are read.
    .$if(skip > 0, (query) => query.where('message.id', '<=', idAfter(db, channelId, skip)))
    .orderBy('message.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toMessage)
}

/** Oldest first. Messages committed later always come after these. */
export async function findAfter(
  db: Db,
  { channelId, afterId, limit }: { channelId: number; afterId: number; limit: number },
): Promise<MessageRow[]> {
  const rows = await messages(db)
    .where('message.channel_id', '=', channelId)
    .where('message.id', '>', afterId)
    .orderBy('message.id')
    .limit(limit)
    .execute()
  return rows.map(toMessage)
}

/** Messages up to an id that were changed since then, the latest change first. */
export async function findChanged(
  db: Db,
  { channelId, since, upTo, limit }: { channelId: number; since: Date; upTo: number; limit: number },
): Promise<MessageRow[]> {
  const rows = await messages(db)
    .where('message.channel_id', '=', channelId)
    .where('message.changed_at', '>=', since)
    .where('message.id', '<=', upTo)
    .orderBy('message.changed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toMessage)
}

export type SentKey = { channelId: number; senderId: number; tempId: string }

/** Messages with these temporary ids that are already stored. */
export async function findSent(db: Db, keys: readonly SentKey[]): Promise<MessageRow[]> {
  if (keys.length === 0) return []
  const rows = await messages(db)
    .where(
      sql<boolean>`(message.channel_id, message.sender_id, message.temp_id) in (
        select * from unnest(${keys.map(({ channelId }) => channelId)}::bigint[],
          ${keys.map(({ senderId }) => senderId)}::bigint[], ${keys.map(({ tempId }) => tempId)}::text[]))`,
    )
    .execute()
  return rows.map(toMessage)
}

const SEPARATOR = '\n'

/** One statement, whose ids increase in the order of the batch. The caller has locked the channels. */
export async function insertMessages(db: Db, batch: readonly NewMessage[]): Promise<number[]> {
  const column = <V>(read: (message: NewMessage) => V): V[] => batch.map(read)
  const { rows } = await sql<{ id: number }>`
    insert into chat_message (channel_id, sender_id, temp_id, body, created_at, is_broadcast, room_id, room_expires_at,
      file_id, extra, may_retry, reply_to_id, words)
    select channel_id, sender_id, temp_id, body, created_at, is_broadcast, room_id, room_expires_at, file_id, extra::jsonb,
      may_retry, reply_to_id, array_to_tsvector(string_to_array(words, ${SEPARATOR}))
    from unnest(
      ${column(({ channelId }) => channelId)}::bigint[],
      ${column(({ senderId }) => senderId)}::bigint[],
      ${column(({ tempId }) => tempId)}::text[],
      ${column(({ text }) => text)}::text[],
      ${column(({ createdAt }) => createdAt)}::timestamptz[],
      ${column(({ isBroadcast }) => isBroadcast)}::boolean[],
      ${column(({ room }) => room?.id ?? null)}::uuid[],
      ${column(({ room }) => room?.expiresAt ?? null)}::timestamptz[],
      ${column(({ file }) => file?.id ?? null)}::uuid[],
      ${column(({ extra }) => (extra === null ? null : JSON.stringify(extra)))}::text[],
      ${column(({ mayRetry }) => mayRetry)}::boolean[],
      ${column(({ replyTo }) => replyTo?.id ?? null)}::bigint[],
      ${column(({ words }) => words.join(SEPARATOR))}::text[]
    ) with ordinality as input (channel_id, sender_id, temp_id, body, created_at, is_broadcast, room_id, room_expires_at,
      file_id, extra, may_retry, reply_to_id, words, place)
    order by place
    returning id`.execute(db)
  await insertMentions(db, batch, rows)
  return rows.map(({ id }) => id)
}

async function insertMentions(db: Db, batch: readonly NewMessage[], rows: readonly { id: number }[]): Promise<void> {
  const values = batch.flatMap(({ channelId, mentions }, at) =>
    mentions.map((personId) => ({ message_id: rows[at]?.id ?? 0, person_id: personId, channel_id: channelId })),
  )
  if (values.length > 0) await db.insertInto('chat_mention').values(values).execute()
}

export type FoundRow = {
  id: number
  channelId: number
  text: string
  fileName: string | null
  createdAt: Date
  senderId: number | null
  firstName: string | null
  lastName: string | null
  role: string | null
  deletedAt: Date | null
}

/**
 * Newest first, only in these channels. In `query`, every word is preceded by a channel id. The CTE is materialized so that the
 * index is used: otherwise Postgres may scan all messages in order until it has a page.
 */
export async function findMatching(
  db: Db,
  { query, channelIds, limit, offset }: { query: string; channelIds: readonly number[]; limit: number; offset: number },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with fitting as materialized (
      select id from chat_message
      where words @@ ${query}::tsquery and channel_id = any(${[...channelIds]}::bigint[]) and redacted_at is null
    )
    select message.id, message.channel_id as "channelId", message.body as text, file.name as "fileName",
      message.created_at as "createdAt",
      message.sender_id as "senderId", person.first_name as "firstName", person.last_name as "lastName", person.role,
      person.deleted_at as "deletedAt"
    from (select id from fitting order by id desc limit ${limit} offset ${offset}) as found
    join chat_message message on message.id = found.id
    left join person on person.id = message.sender_id
    left join file on file.id = message.file_id
    order by message.id desc`.execute(db)
  return rows
}
