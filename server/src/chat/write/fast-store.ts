import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { NewMessage } from '../message-store.ts'

export type PlainMessage = Pick<NewMessage, 'channelId' | 'senderId' | 'tempId' | 'text' | 'words'>
export type WrittenMessage = {
  /** Index in the batch. */
  at: number
  id: number
  createdAt: Date
  /** The last message of its channel before this batch. */
  lastId: number
}
/** The cached version of a channel. */
export type CachedChannel = { id: number; version: number }

const SEPARATOR = '\n'

/**
 * One statement in its own transaction. It locks the channels, skips those that have another version than the cached one or that
 * somebody else has locked, and inserts the messages. A message that is missing in the result was not written: its channel was
 * skipped, or it was sent before. `lockWaitMs` is the lock timeout.
 */
export async function insertPlain(
  db: Db,
  {
    cached,
    batch,
    now,
    lockWaitMs,
  }: { cached: readonly CachedChannel[]; batch: readonly PlainMessage[]; now: Date; lockWaitMs: number },
): Promise<WrittenMessage[]> {
  const column = <V>(read: (message: PlainMessage) => V): V[] => batch.map(read)
  const { rows } = await sql<Omit<WrittenMessage, 'createdAt'> & { createdAt: Date | null }>`
    with lock_wait as materialized (
      select set_config('lock_timeout', ${String(lockWaitMs)}, true)
    ), locked as materialized (
      select channel.id, channel.last_message_id, channel.last_message_at
      from chat_channel channel
      join unnest(${cached.map(({ id }) => id)}::bigint[], ${cached.map(({ version }) => version)}::bigint[]) as cached (id, version)
        on cached.id = channel.id and cached.version = channel.version
      where exists (select from lock_wait)
      for no key update of channel skip locked
    ), input as materialized (
      -- Ids are taken in the order of sending, while the channels are locked.
      select ordered.*, nextval('chat_message_id_seq') as id
      from (
        select sent.*, locked.last_message_id, greatest(locked.last_message_at, ${now}::timestamptz) as created_at
        from unnest(
          ${column(({ channelId }) => channelId)}::bigint[],
          ${column(({ senderId }) => senderId)}::bigint[],
          ${column(({ tempId }) => tempId)}::text[],
          ${column(({ text }) => text)}::text[],
          ${column(({ words }) => words.join(SEPARATOR))}::text[]
        ) with ordinality as sent (channel_id, sender_id, temp_id, body, words, place)
        join locked on locked.id = sent.channel_id
        order by sent.place
      ) ordered
    ), written as (
      insert into chat_message (id, channel_id, sender_id, temp_id, body, created_at, words)
      overriding system value
      select id, channel_id, sender_id, temp_id, body, created_at, array_to_tsvector(string_to_array(words, ${SEPARATOR}))
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
      case when created_at = ${now}::timestamptz then null else created_at end as "createdAt"
    from written join input using (id)
    order by id`.execute(db)
  // Nearly all rows have the time of the batch, so it need not be parsed for each of them.
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt ?? now }))
}
