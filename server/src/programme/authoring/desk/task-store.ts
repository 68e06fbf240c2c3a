import { DraftKind } from '@saathi/contract/content/drafts'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

type OpenComments = { count: number; at: Date; /** Null if several people wrote. */ by: number | null }
export type Candidate = { kind: DraftKind; key: string; comments: OpenComments | null }

/**
 * Drafts in which something may wait for this person: a review, a return, comments of others on content that they wrote, or a
 * part that was changed after its translation. Rights are checked later, and so is whether the translated texts differ.
 */
export async function findCandidates(db: Db, personId: number): Promise<Candidate[]> {
  const { rows } = await sql<{ kind: string; key: string; count: number; at: Date | null; by: number | null }>`
    with written as (
      select id as draft_id from draft where ${personId} in (changed_by, asked_by, returned_to)
      union select draft_id from draft_part where changed_by = ${personId}
      union select draft_id from draft_translation where changed_by = ${personId}
    )
    select draft.kind, draft.key, comments.count, comments.at, comments.by
    from draft
    cross join lateral (
      select count(*)::int as count, max(written_at) as at,
        case when count(distinct written_by) = 1 then max(written_by) end as by
      from draft_comment
      where draft_id = draft.id and done_at is null and written_by is distinct from ${personId}
        and draft_id in (select draft_id from written)
    ) as comments
    where comments.count > 0
      or (draft.asked_revision = draft.revision and draft.asked_by is distinct from ${personId})
      or (draft.returned_to = ${personId} and draft.returned_revision > draft.published_revision)
      or exists (
        select from draft_translation join draft_part
          on draft_part.draft_id = draft_translation.draft_id and draft_part.name = draft_translation.part
        where draft_translation.draft_id = draft.id and draft_part.draft_revision > draft_translation.draft_revision)
    order by draft.id desc limit 500`.execute(db)
  return rows.map(({ kind, key, count, at, by }) => ({
    kind: DraftKind.parse(kind),
    key,
    comments: at && { count, at, by },
  }))
}

/** Soonest first. */
export async function findScheduled(db: Db): Promise<{ kind: DraftKind; key: string }[]> {
  const rows = await db
    .selectFrom('draft')
    .select(['kind', 'key'])
    .where('scheduled_for', 'is not', null)
    .orderBy('scheduled_for')
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ kind, key }) => ({ kind: DraftKind.parse(kind), key }))
}
