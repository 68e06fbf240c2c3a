import { createHash } from 'node:crypto'
import { LinkPreview } from '@saathi/contract/chat/entities'
import type { Db } from '#core/ctx.ts'
import { readTarget } from '#core/outgoing/outgoing-url.ts'

/** How long a preview is cached. */
const CACHED_MS = 24 * 60 * 60 * 1000
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
