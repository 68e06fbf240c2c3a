import { DraftBody, type DraftKind } from '@saathi/contract/content/drafts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'
import type { Part, Translation } from './texts.ts'

const StoredParts = z.array(z.object({ name: z.string(), body: DraftBody }))

export type DraftRow = {
  id: number
  revision: number
  publishedRevision: number
  baseVersion: number
  publishedParts: Part[] | null
  scheduledFor: Date | null
  askedRevision: number | null
  askedBy: number | null
  askedAt: Date | null
  returnedRevision: number | null
  returnedTo: number | null
  returnedBy: number | null
  returnedAt: Date | null
  approvedRevision: number | null
  approvedBy: number | null
  changedBy: number | null
  changedAt: Date
}

/** Concurrent changes of a draft run one after the other, even before its row exists. */
export async function lockDraft(db: Db, kind: DraftKind, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7200003, hashtext(${`${kind} ${key}`}))`.execute(db)
}

export async function findDraft(db: Db, kind: DraftKind, key: string): Promise<DraftRow | null> {
  const row = await db.selectFrom('draft').selectAll().where('kind', '=', kind).where('key', '=', key).executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    revision: row.revision,
    publishedRevision: row.published_revision,
    baseVersion: row.base_version,
    publishedParts: row.published_parts === null ? null : StoredParts.parse(row.published_parts),
    scheduledFor: row.scheduled_for,
    askedRevision: row.asked_revision,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    returnedRevision: row.returned_revision,
    returnedTo: row.returned_to,
    returnedBy: row.returned_by,
    returnedAt: row.returned_at,
    approvedRevision: row.approved_revision,
    approvedBy: row.approved_by,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }
}

export type PartRow = Part & { revision: number; draftRevision: number; changedBy: number | null; changedAt: Date | null }

export async function findParts(db: Db, draftId: number): Promise<PartRow[]> {
  const rows = await db.selectFrom('draft_part').selectAll().where('draft_id', '=', draftId).orderBy('name').execute()
  return rows.map(({ name, body, revision, draft_revision, changed_by, changed_at }) => ({
    name,
    body: DraftBody.parse(body),
    revision,
    draftRevision: draft_revision,
    changedBy: changed_by,
    changedAt: changed_at,
  }))
}

export type TranslatedRow = Translation & { draftRevision: number; changedBy: number | null }

export async function findTranslations(db: Db, draftId: number): Promise<TranslatedRow[]> {
  return db
    .selectFrom('draft_translation')
    .select([
      'language_code as language',
      'part',
      'path',
      'source',
      'body',
      'draft_revision as draftRevision',
      'changed_by as changedBy',
    ])
    .where('draft_id', '=', draftId)
    .orderBy('language_code')
    .orderBy('part')
    .orderBy('path')
    .execute()
}

export type Change = { by: number; at: Date }
type NewDraft = { kind: DraftKind; key: string; baseVersion: number; published: readonly Part[] | null }

export async function insertDraft(db: Db, { kind, key, baseVersion, published }: NewDraft, { by, at }: Change): Promise<number> {
  const { id } = await db
    .insertInto('draft')
    .values({
      kind,
      key,
      base_version: baseVersion,
      revision: 0,
      published_parts: published && JSON.stringify(published),
      changed_by: by,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type WrittenParts = { draftId: number; parts: readonly Part[]; draftRevision: number; by: number | null; at: Date }

/** Existing parts get the next revision. Copies of published parts start at 0, because nobody has changed them. */
export async function saveParts(db: Db, { draftId, parts, draftRevision, by, at }: WrittenParts): Promise<void> {
  if (parts.length === 0) return
  await db
    .insertInto('draft_part')
    .values(
      parts.map(({ name, body }) => ({
        draft_id: draftId,
        name,
        body: JSON.stringify(body),
        revision: draftRevision === 0 ? 0 : 1,
        draft_revision: draftRevision,
        changed_by: by,
        changed_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['draft_id', 'name']).doUpdateSet(({ ref, eb }) => ({
        body: ref('excluded.body'),
        revision: eb('draft_part.revision', '+', 1),
        draft_revision: ref('excluded.draft_revision'),
        changed_by: ref('excluded.changed_by'),
        changed_at: ref('excluded.changed_at'),
      })),
    )
    .execute()
}

export async function deletePartsExcept(db: Db, draftId: number, names: readonly string[]): Promise<void> {
  await db
    .deleteFrom('draft_part')
    .where('draft_id', '=', draftId)
    .where('name', 'not in', [...names, ''])
    .execute()
}

export async function insertTranslations(db: Db, draftId: number, translations: readonly Translation[], at: Date): Promise<void> {
  if (translations.length === 0) return
  await db
    .insertInto('draft_translation')
    .values(
      translations.map(({ language, part, path, source, body }) => ({
        draft_id: draftId,
        language_code: language,
        part,
        path,
        source,
        body,
        revision: 1,
        changed_at: at,
      })),
    )
    .execute()
}

type DraftChange = Partial<{
  revision: number
  published_revision: number
  base_version: number
  published_parts: string | null
  scheduled_for: Date | null
  asked_revision: number | null
  asked_by: number | null
  asked_at: Date | null
  returned_revision: number | null
  returned_to: number | null
  returned_by: number | null
  returned_at: Date | null
  approved_revision: number | null
  approved_by: number | null
  changed_by: number | null
  changed_at: Date
}>

export async function updateDraft(db: Db, id: number, change: DraftChange): Promise<void> {
  await db.updateTable('draft').set(change).where('id', '=', id).execute()
}

export async function deleteDraft(db: Db, id: number): Promise<void> {
  await db.deleteFrom('draft').where('id', '=', id).execute()
}

/** When an author leaves: content stays without their name, and comments are deleted. */
export async function forgetAuthor(db: Db, personId: number): Promise<void> {
  for (const column of ['changed_by', 'asked_by', 'approved_by', 'returned_to', 'returned_by'] as const)
    await db
      .updateTable('draft')
      .set({ [column]: null })
      .where(column, '=', personId)
      .execute()
  await db.updateTable('publication').set({ published_by: null }).where('published_by', '=', personId).execute()
  await db.deleteFrom('draft_comment').where('written_by', '=', personId).execute()
  for (const table of ['draft_part', 'draft_translation'] as const)
    await db.updateTable(table).set({ changed_by: null }).where('changed_by', '=', personId).execute()
}
