import { createHash } from 'node:crypto'
import { LinkPreview } from '@saathi/contract/chat/entities'
import type { Db } from '#core/ctx.ts'
import { readTarget } from '#core/outgoing/outgoing-url.ts'

/** A page may change what it says of itself; until tomorrow nobody minds. */
const KEPT_MS = 24 * 60 * 60 * 1000
const freshSince = (now: Date) => new Date(now.getTime() - KEPT_MS)

/** Addresses that people send leave no readable trace but in what the page said. */
const hashOf = (address: string): Buffer =>
  createHash('sha256')
    .update(readTarget(address)?.url.href ?? address)
    .digest()

export async function findKeptPreview(db: Db, address: string, now: Date): Promise<LinkPreview | null> {
  const row = await db
    .selectFrom('chat_link_preview')
    .select('preview')
    .where('url_hash', '=', hashOf(address))
    .where('fetched_at', '>', freshSince(now))
    // Where the clock was set back, what it calls the future is not believed.
    .where('fetched_at', '<=', now)
    .executeTakeFirst()
  return row ? (LinkPreview.safeParse(row.preview).data ?? null) : null
}

export async function keepPreview(db: Db, address: string, preview: LinkPreview, now: Date): Promise<void> {
  const kept = { preview: JSON.stringify(preview), fetched_at: now }
  await db
    .insertInto('chat_link_preview')
    .values({ url_hash: hashOf(address), ...kept })
    .onConflict((conflict) => conflict.column('url_hash').doUpdateSet(kept))
    .execute()
}

export async function deleteOldPreviews(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('chat_link_preview').where('fetched_at', '<=', freshSince(now)).execute()
}
