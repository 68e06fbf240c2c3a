import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** The file of a voice note that has no transcript yet. */
export async function findUntranscribed(db: Db, messageId: number): Promise<{ fileId: string; type: string } | null> {
  const { rows } = await sql<{ fileId: string; type: string }>`
    select file.id as "fileId", file.type
    from chat_message message join file on file.id = message.file_id
    where message.id = ${messageId} and message.redacted_at is null and message.extra -> 'voice' is not null
      and message.extra -> 'voice' ->> 'transcript' is null`.execute(db)
  return rows[0] ?? null
}

/** False if the message was deleted in the meantime. */
export async function saveTranscript(db: Db, messageId: number, transcript: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update chat_message
    set extra = jsonb_set(extra, '{voice,transcript}', to_jsonb(${transcript}::text)), changed_at = ${now}, version = version + 1
    where id = ${messageId} and redacted_at is null and extra -> 'voice' is not null
    returning id`.execute(db)
  return rows.length > 0
}
