import type { DraftKind } from '@saathi/contract/content/drafts'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type ListedSession = {
  id: number
  key: string
  title: string
  color: string
  cover: string | null
  version: number | null
  steps: number
  minutes: number
  publishedAt: Date | null
  changedAt: Date | null
  languages: string[]
  projects: number[]
  inTheMiddle: number
}

export async function findListedSessions(db: Db): Promise<ListedSession[]> {
  const { rows } = await sql<ListedSession>`
    select session.id, session.key, session.title, session.color, session.banner_hash as cover,
      session_version.number as version, session_version.step_count as steps, session_version.duration_minutes as minutes,
      session.published_at as "publishedAt", session_version.created_at as "changedAt",
      array(select language_code from session_text where session_id = session.id order by 1) as languages,
      array(select project_id::int from session_project where session_id = session.id order by 1) as projects,
      (select count(*)::int from session_progress where session_id = session.id and status <> 'COMPLETED') as "inTheMiddle"
    from session join session_version on session_version.id = session.version_id
    order by session.position, session.id limit 500`.execute(db)
  return rows
}

/** Surveys, posts, questions and legal texts by title, newest first where there is a date. */
export async function findListedTexts(db: Db, kind: Exclude<DraftKind, 'session'>) {
  const rows = await findRows(db, kind)
  return rows.map((row) => ({ ...row, title: row.title ?? row.key }))
}

type TextRow = { key: string; title: string | null; version: number | null; changedAt: Date | null; languages: string[] | null }

async function findRows(db: Db, kind: Exclude<DraftKind, 'session'>): Promise<TextRow[]> {
  switch (kind) {
    case 'survey':
      return (
        await sql<TextRow>`select key, content #>> '{name,text}' as title, null::int as version, published_at as "changedAt",
          array(select jsonb_object_keys(content #> '{name,locales}')) as languages from survey order by position limit 500`.execute(
          db,
        )
      ).rows
    case 'post':
      return (
        await sql<TextRow>`select key, coalesce(content #>> '{title,text}', content #>> '{text,text}', content #>> '{description,text}') as title,
          null::int as version, published_at as "changedAt",
          array(select jsonb_object_keys(coalesce(content #> '{title,locales}', content #> '{description,locales}', '{}'))) as languages
          from feed_post order by published_at desc, id desc limit 500`.execute(db)
      ).rows
    case 'faq':
      return (
        await sql<TextRow>`select 'topic-' || position as key, content #>> '{title,text}' as title, null::int as version,
          null::timestamptz as "changedAt", array(select jsonb_object_keys(content #> '{title,locales}')) as languages
          from faq_topic order by position limit 500`.execute(db)
      ).rows
    case 'legal':
      return (
        await sql<TextRow>`select 'text-' || id as key, title ->> 'text' as title, version, updated_at as "changedAt",
          array(select jsonb_object_keys(title -> 'locales')) as languages from community_item order by id limit 100`.execute(db)
      ).rows
  }
}

export async function countKinds(db: Db): Promise<Record<Exclude<DraftKind, 'session'>, number>> {
  const { rows } = await sql<{ survey: number; post: number; faq: number; legal: number }>`
    select (select count(*)::int from survey) as survey, (select count(*)::int from feed_post) as post,
      (select count(*)::int from faq_topic) as faq, (select count(*)::int from community_item) as legal`.execute(db)
  return rows[0] ?? { survey: 0, post: 0, faq: 0, legal: 0 }
}

export async function findDraftKeys(db: Db, kind: DraftKind): Promise<string[]> {
  const rows = await db.selectFrom('draft').select('key').where('kind', '=', kind).orderBy('id').limit(500).execute()
  return rows.map(({ key }) => key)
}

/** Programmes that ask for a second person. */
export async function findReviewed(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('project').select('id').where('reviews_content', '=', true).execute()
  return new Set(rows.map(({ id }) => id))
}
