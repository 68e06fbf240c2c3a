import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { NewMessage } from './message-store.ts'

export type QuickMessage = Pick<NewMessage, 'channelId' | 'senderId' | 'tempId' | 'text' | 'words'>
export type WrittenMessage = {
  id: number
  channelId: number
  senderId: number
  tempId: string | null
  createdAt: Date
  /** The last of its channel before any of these. */
  lastId: number
}
/** A channel as it is remembered. */
export type KnownChannel = { id: number; version: number }

const SEPARATOR = '\n'

/**
 * Holds the channels that are as they are remembered and that nobody else holds, and the senders whose accounts are active, and
 * writes what is for them: all of it by one statement, which is its own transaction. What it does not answer it has not written, be it for its channel or because it was
 * sent before. `patience` is how long it waits for a person whom somebody else holds.
 */
export async function insertQuickly(
  db: Db,
  {
    known,
    batch,
    now,
    patienceMs,
  }: { known: readonly KnownChannel[]; batch: readonly QuickMessage[]; now: Date; patienceMs: number },
): Promise<WrittenMessage[]> {
  const column = <V>(read: (message: QuickMessage) => V): V[] => batch.map(read)
  const { rows } = await sql<WrittenMessage>`
    with patience as materialized (
      select set_config('lock_timeout', ${String(patienceMs)}, true)
    ), held as materialized (
      select channel.id, channel.last_message_id, channel.last_message_at
      from chat_channel channel
      join unnest(${known.map(({ id }) => id)}::bigint[], ${known.map(({ version }) => version)}::bigint[]) as known (id, version)
        on known.id = channel.id and known.version = channel.version
      where exists (select from patience)
      for no key update of channel skip locked
    ), sender as materialized (
      -- Shared, so that no account is disabled between this check and the commit. One that is being changed is left out.
      select person.id from person
      where person.id = any(${column(({ senderId }) => senderId)}::bigint[])
        and person.disabled_at is null and person.deleted_at is null and exists (select from patience)
      for share skip locked
    ), written as (
      insert into chat_message (channel_id, sender_id, temp_id, body, created_at, words)
      select said.channel_id, said.sender_id, said.temp_id, said.body, greatest(held.last_message_at, ${now}::timestamptz),
        array_to_tsvector(string_to_array(said.words, ${SEPARATOR}))
      from unnest(
        ${column(({ channelId }) => channelId)}::bigint[],
        ${column(({ senderId }) => senderId)}::bigint[],
        ${column(({ tempId }) => tempId)}::text[],
        ${column(({ text }) => text)}::text[],
        ${column(({ words }) => words.join(SEPARATOR))}::text[]
      ) with ordinality as said (channel_id, sender_id, temp_id, body, words, place)
      join held on held.id = said.channel_id
      join sender on sender.id = said.sender_id
      order by said.place
      on conflict (sender_id, channel_id, temp_id) do nothing
      returning id, channel_id, sender_id, temp_id, created_at
    ), moved as (
      update chat_channel set last_message_id = newest.id, last_message_at = newest.at
      from (select channel_id, max(id) as id, max(created_at) as at from written group by channel_id) newest
      where chat_channel.id = newest.channel_id
    )
    select written.id, channel_id as "channelId", sender_id as "senderId", temp_id as "tempId", created_at as "createdAt",
      held.last_message_id as "lastId"
    from written join held on held.id = channel_id
    order by written.id`.execute(db)
  return rows
}
