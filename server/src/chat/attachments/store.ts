import { DAY_MS } from '@saathi/contract/core/time'
import { createHash } from 'node:crypto'
import { LinkPreview } from '@saathi/contract/chat/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { readTarget } from '#core/outgoing/outgoing-url.ts'

/** A file that this person has uploaded for a conversation. */
export async function findOwnFile(db: Db, ownerId: number, fileId: string): Promise<{ id: string; type: string } | null> {
  const row = await db
    .selectFrom('file')
    .select(['id', 'type'])
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
      // Keep files of held messages, which may still be delivered.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('chat_held_message as held')
              .select('held.id')
              .whereRef('held.file_id', '=', 'file.id')
              .where('held.state', '=', 'waiting'),
          ),
        ),
      )
  const found = await unsent().where('created_at', '<=', before).limit(limit).forUpdate().skipLocked().execute()
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  return (await unsent().where('id', 'in', ids).execute()).map(({ id }) => id)
}

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

/** How long a preview is cached. */
const CACHED_MS = DAY_MS
const freshSince = (now: Date) => new Date(now.getTime() - CACHED_MS)

/** Hashed, so that the addresses people send are not stored in readable form. */
const hashOf = (address: string): Buffer =>
  createHash('sha256')
    .update(readTarget(address)?.url.href ?? address)
    .digest()

export async function findCachedPreview(db: Db, address: string, now: Date): Promise<LinkPreview | null> {
  const row = await db
    .selectFrom('chat_link_preview')
    .select('preview')
    .where('url_hash', '=', hashOf(address))
    .where('fetched_at', '>', freshSince(now))
    // If the clock was set back, ignore entries from the future.
    .where('fetched_at', '<=', now)
    .executeTakeFirst()
  return row ? (LinkPreview.safeParse(row.preview).data ?? null) : null
}

export async function storePreview(db: Db, address: string, preview: LinkPreview, now: Date): Promise<void> {
  const row = { preview: JSON.stringify(preview), fetched_at: now }
  await db
    .insertInto('chat_link_preview')
    .values({ url_hash: hashOf(address), ...row })
    .onConflict((conflict) => conflict.column('url_hash').doUpdateSet(row))
    .execute()
}

export async function deleteOldPreviews(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('chat_link_preview').where('fetched_at', '<=', freshSince(now)).execute()
}
