import { DraftBody, type DraftKind } from '@saathi/contract/content/drafts'
import { MAX_LISTED_VERSIONS, type PublishedVersion } from '@saathi/contract/content/version-calls'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Ctx, Db } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { requireContent } from './access.ts'
import { findNames } from './surroundings-store.ts'
import type { Part } from './texts.ts'

const StoredParts = z.array(z.object({ name: z.string(), body: DraftBody }))

type Publication = Pick<PublishedVersion, 'version' | 'way'> & {
  kind: DraftKind
  key: string
  parts: readonly Part[]
  by: number | null
  at: Date
}

/** Stores a published version unchanged. */
export async function recordPublication(db: Db, { kind, key, version, way, parts, by, at }: Publication): Promise<void> {
  await db
    .insertInto('publication')
    .values({ kind, key, version, way, parts: JSON.stringify(parts), published_by: by, published_at: at })
    .execute()
}

/** Stores the version from a folder before its first change in the console. */
export async function recordFound(db: Db, found: Omit<Publication, 'way' | 'by'>): Promise<void> {
  const last = await db
    .selectFrom('publication')
    .select(sql<boolean>`parts = ${JSON.stringify(found.parts)}::jsonb`.as('isSame'))
    .where('kind', '=', found.kind)
    .where('key', '=', found.key)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.isSame) await recordPublication(db, { ...found, way: 'folder', by: null })
}

export async function listVersions(ctx: Ctx, kind: DraftKind, key: string): Promise<{ versions: PublishedVersion[] }> {
  await requireContent(ctx, kind, key)
  const rows = await ctx.db
    .selectFrom('publication')
    .select(['id', 'version', 'way', 'published_by', 'published_at'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED_VERSIONS)
    .execute()
  const names = await findNames(
    ctx.db,
    rows.map(({ published_by }) => published_by),
  )
  return {
    versions: rows.map(({ id, version, way, published_by, published_at }) => ({
      id,
      version,
      way: way === 'wording' || way === 'folder' ? way : 'version',
      by: published_by === null ? null : (names.get(published_by) ?? null),
      at: way === 'folder' ? null : published_at.toISOString(),
    })),
  }
}

export async function getVersion(ctx: Ctx, kind: DraftKind, key: string, id: number): Promise<{ parts: Part[] }> {
  await requireContent(ctx, kind, key)
  const row = await ctx.db
    .selectFrom('publication')
    .select('parts')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) throw notFound('content.version_not_found')
  return { parts: StoredParts.parse(row.parts) }
}
