import type { Db } from '#core/ctx.ts'

export async function findAssistantChannel(db: Db, personId: number): Promise<number | null> {
  const row = await db
    .selectFrom('chat_channel')
    .select('id')
    .where('kind', '=', 'assistant')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Everybody has read all but the last few, so that new users see unread messages. */
export async function markMostSeen(db: Db, channelId: number, upTo: number, now: Date): Promise<void> {
  await db
    .updateTable('chat_member')
    .set({ last_seen_id: upTo, last_viewed_at: now })
    .where('channel_id', '=', channelId)
    .where('last_seen_id', '<', upTo)
    .execute()
}
