import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type FoundRow = {
  id: number
  channelId: number
  text: string
  createdAt: Date
  senderId: number | null
  firstName: string | null
  lastName: string | null
  deletedAt: Date | null
}

/**
 * Newest first, only in these channels; `query` has a channel id in front of every word. The CTE is materialized so that the index
 * is used: otherwise Postgres may scan all messages in order until it has a page.
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
    select message.id, message.channel_id as "channelId", message.body as text, message.created_at as "createdAt",
      message.sender_id as "senderId", person.first_name as "firstName", person.last_name as "lastName",
      person.deleted_at as "deletedAt"
    from (select id from fitting order by id desc limit ${limit} offset ${offset}) as found
    join chat_message message on message.id = found.id
    left join person on person.id = message.sender_id
    order by message.id desc`.execute(db)
  return rows
}
