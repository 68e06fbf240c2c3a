import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { NewMessage } from '../message-store.ts'

export type PlainMessage = Pick<NewMessage, 'channelId' | 'senderId' | 'tempId' | 'text' | 'words'>
export type WrittenMessage = {
  id: number
  channelId: number
  senderId: number
  tempId: string | null
  createdAt: Date
  /** The last message of its channel before this batch. */
  lastId: number
}
/** The cached version of a channel. */
export type CachedChannel = { id: number; version: number }

const SEPARATOR = '\n'

/**
 * One statement in its own transaction. It locks the active senders and the channels, skips channels that have another version
 * than the cached one or that somebody else has locked, and inserts the messages. A message that is missing in the result was not
 * written: its channel or sender was skipped, or it was sent before. `lockWaitMs` is the lock timeout.
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
  const { rows } = await sql<WrittenMessage>`
    with lock_wait as materialized (
      select set_config('lock_timeout', ${String(lockWaitMs)}, true)
    ), locked as materialized (
      select channel.id, channel.last_message_id, channel.last_message_at
      from chat_channel channel
      join unnest(${cached.map(({ id }) => id)}::bigint[], ${cached.map(({ version }) => version)}::bigint[]) as cached (id, version)
        on cached.id = channel.id and cached.version = channel.version
      where exists (select from lock_wait)
      for no key update of channel skip locked
    ), sender as materialized (
      -- Shared lock: no account is disabled between this check and the commit. A person row that is being changed is skipped.
      select person.id from person
      where person.id = any(${column(({ senderId }) => senderId)}::bigint[])
        and person.disabled_at is null and person.deleted_at is null and exists (select from lock_wait)
      for share skip locked
    ), written as (
      insert into chat_message (channel_id, sender_id, temp_id, body, created_at, words)
      select input.channel_id, input.sender_id, input.temp_id, input.body, greatest(locked.last_message_at, ${now}::timestamptz),
        array_to_tsvector(string_to_array(input.words, ${SEPARATOR}))
      from unnest(
        ${column(({ channelId }) => channelId)}::bigint[],
        ${column(({ senderId }) => senderId)}::bigint[],
        ${column(({ tempId }) => tempId)}::text[],
        ${column(({ text }) => text)}::text[],
        ${column(({ words }) => words.join(SEPARATOR))}::text[]
      ) with ordinality as input (channel_id, sender_id, temp_id, body, words, place)
      join locked on locked.id = input.channel_id
      join sender on sender.id = input.sender_id
      order by input.place
      on conflict (sender_id, channel_id, temp_id) do nothing
      returning id, channel_id, sender_id, temp_id, created_at
    ), moved as (
      update chat_channel set last_message_id = newest.id, last_message_at = newest.at
      from (select channel_id, max(id) as id, max(created_at) as at from written group by channel_id) newest
      where chat_channel.id = newest.channel_id
    )
    select written.id, channel_id as "channelId", sender_id as "senderId", temp_id as "tempId", created_at as "createdAt",
      locked.last_message_id as "lastId"
    from written join locked on locked.id = channel_id
    order by written.id`.execute(db)
  return rows
}
