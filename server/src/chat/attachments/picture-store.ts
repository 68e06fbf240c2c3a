import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

type Picture = { id: string; bytes: Buffer; madeAt: Date }

export async function insertPicture(db: Db, { id, bytes, madeAt }: Picture): Promise<void> {
  await db.insertInto('chat_preview_picture').values({ id, bytes, made_at: madeAt }).execute()
}

export async function findPicture(db: Db, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('chat_preview_picture').select('bytes').where('id', '=', id).executeTakeFirst()
  return row?.bytes ?? null
}

/** Old pictures that no message shows. `[prefix, suffix]` surround the id in the address stored in messages. */
export async function deleteUnshownPictures(
  db: Db,
  [prefix, suffix]: readonly [string, string],
  madeBefore: Date,
): Promise<void> {
  await sql`
    delete from chat_preview_picture picture
    where picture.made_at <= ${madeBefore} and not exists (
      select from chat_message message
      where message.extra is not null
        and message.extra -> 'preview' ->> 'image' = ${prefix}::text || picture.id::text || ${suffix}::text)`.execute(db)
}
