import type { Db } from '#core/ctx.ts'

/** A file that this person has uploaded for a conversation. */
export async function findOwnFile(db: Db, ownerId: number, fileId: string): Promise<{ id: string } | null> {
  const row = await db
    .selectFrom('file')
    .select('id')
    .where('id', '=', fileId)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'chat')
    .executeTakeFirst()
  return row ?? null
}

/** Channels in which it was sent and of which the person is or was a member. */
export async function findChannelsWith(db: Db, fileId: string, personId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_message as message')
    .innerJoin('chat_member as member', 'member.channel_id', 'message.channel_id')
    .select('message.channel_id as id')
    .distinct()
    .where('message.file_id', '=', fileId)
    .where('message.redacted_at', 'is', null)
    .where('member.person_id', '=', personId)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Uploads that no message shows, locked so that nobody can send them while they are deleted. Checked again after locking, because
 * one may have been sent in the meantime.
 */
export async function lockUnsentFiles(db: Db, before: Date, limit: number): Promise<string[]> {
  const unsent = () =>
    db
      .selectFrom('file')
      .select('id')
      .where('purpose', '=', 'chat')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('chat_message').select('id').whereRef('chat_message.file_id', '=', 'file.id'))),
      )
  const found = await unsent().where('created_at', '<=', before).limit(limit).forUpdate().skipLocked().execute()
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  return (await unsent().where('id', 'in', ids).execute()).map(({ id }) => id)
}
