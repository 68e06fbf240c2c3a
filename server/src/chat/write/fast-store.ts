import { CompiledQuery } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { NewMessage } from '../message-store.ts'

type PlainMessage = Pick<NewMessage, 'channelId' | 'senderId' | 'tempId' | 'text' | 'words'>
export type WrittenMessage = {
  /** Index in the batch. */
  at: number
  id: number
  createdAt: Date
  /** The last message of its channel before this batch. */
  lastId: number
}
/** The cached version of a channel. */
type CachedChannel = { id: number; version: number }

/** Between the words of one message; chr(10) in the statement. */
const SEPARATOR = '\n'

/**
 * One statement in its own transaction. It locks the channels, skips those that have another version than the cached one or that
 * somebody else has locked, and inserts the messages. A fixed text, so that it is not compiled for each batch. It selects all
 * columns of `sent`, so it is never prepared: with a plan for any number of messages, hundreds of them took a quarter longer.
 */
const INSERT_PLAIN = `
  with lock_wait as materialized (
    select set_config('lock_timeout', $1, true)
  ), locked as materialized (
    select channel.id, channel.last_message_id, channel.last_message_at
    from chat_channel channel
    join unnest($2::bigint[], $3::bigint[]) as cached (id, version)
      on cached.id = channel.id and cached.version = channel.version
    where exists (select from lock_wait)
    for no key update of channel skip locked
  ), input as materialized (
    -- Ids are taken in the order of sending, while the channels are locked.
    select nextval('chat_message_id_seq') as id, channel_id, sender_id, temp_id, body, words, place, last_message_id, created_at
    from (
      select sent.*, locked.last_message_id, greatest(locked.last_message_at, $9::timestamptz) as created_at
      from unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[])
        with ordinality as sent (channel_id, sender_id, temp_id, body, words, place)
      join locked on locked.id = sent.channel_id
      order by sent.place
    ) ordered
  ), written as (
    insert into chat_message (id, channel_id, sender_id, temp_id, body, created_at, words)
    overriding system value
    select id, channel_id, sender_id, temp_id, body, created_at, array_to_tsvector(string_to_array(words, chr(10)))
    from input order by place
    on conflict (sender_id, channel_id, temp_id) do nothing
    returning id
  ), newest as (
    select channel_id, max(id) as id, max(created_at) as at from written join input using (id) group by channel_id
  ), moved as (
    update chat_channel set last_message_id = newest.id, last_message_at = newest.at
    from newest where chat_channel.id = newest.channel_id
  )
  select place::int - 1 as at, id, last_message_id as "lastId",
    case when created_at = $9::timestamptz then null else created_at end as "createdAt"
  from written join input using (id)
  order by id`

type Batch = { cached: readonly CachedChannel[]; batch: readonly PlainMessage[]; now: Date; lockWaitMs: number }

/**
 * A message that is missing in the result was not written: its channel was skipped, or it was sent before. `lockWaitMs` is the
 * lock timeout.
 */
export async function insertPlain(db: Db, { cached, batch, now, lockWaitMs }: Batch): Promise<WrittenMessage[]> {
  const values = [
    String(lockWaitMs),
    cached.map(({ id }) => id),
    cached.map(({ version }) => version),
    batch.map(({ channelId }) => channelId),
    batch.map(({ senderId }) => senderId),
    batch.map(({ tempId }) => tempId),
    batch.map(({ text }) => text),
    batch.map(({ words }) => words.join(SEPARATOR)),
    now,
  ]
  type Row = Omit<WrittenMessage, 'createdAt'> & { createdAt: Date | null }
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(INSERT_PLAIN, values))
  // Nearly all rows have the time of the batch, so it need not be parsed for each of them.
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt ?? now }))
}
