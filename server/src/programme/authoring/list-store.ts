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

export type ListedText = {
  key: string
  title: string | null
  publishedAt: Date
  isTakenBack: boolean
  languages: string[]
  projects: number[]
}

export async function findListedSurveys(db: Db, now: Date): Promise<ListedText[]> {
  const { rows } = await sql<ListedText>`
    select key, content #>> '{name,text}' as title, published_at as "publishedAt", coalesce(closes_at <= ${now}, false) as "isTakenBack",
      array(select jsonb_object_keys(content #> '{name,locales}')) as languages,
      array(select project_id::int from survey_project where survey_id = survey.id order by 1) as projects
    from survey order by position limit 500`.execute(db)
  return rows
}

/** Newest first. */
export async function findListedPosts(db: Db): Promise<ListedText[]> {
  const { rows } = await sql<ListedText>`
    select key, coalesce(content #>> '{title,text}', content #>> '{text,text}', content #>> '{description,text}') as title,
      published_at as "publishedAt", false as "isTakenBack", '{}'::int[] as projects,
      array(select jsonb_object_keys(coalesce(content #> '{title,locales}', content #> '{text,locales}', '{}'))) as languages
    from feed_post order by published_at desc, id desc limit 500`.execute(db)
  return rows
}

/** Includes drafts that were never published. */
export async function countKinds(db: Db): Promise<{ survey: number; post: number }> {
  const { rows } = await sql<{ survey: number; post: number }>`
    select
      (select count(*)::int from (select key from survey union select key from draft where kind = 'survey') as each) as survey,
      (select count(*)::int from (select key from feed_post union select key from draft where kind = 'post') as each) as post`.execute(
    db,
  )
  return rows[0] ?? { survey: 0, post: 0 }
}

export async function findKey(db: Db, kind: 'session' | 'survey' | 'post', key: string): Promise<boolean> {
  const table = kind === 'post' ? 'feed_post' : kind
  return (await db.selectFrom(table).select('id').where('key', '=', key).executeTakeFirst()) !== undefined
}

export async function findDraftKeys(db: Db, kind: DraftKind): Promise<string[]> {
  const rows = await db.selectFrom('draft').select('key').where('kind', '=', kind).orderBy('id').limit(500).execute()
  return rows.map(({ key }) => key)
}

/** Programmes that require a second person's approval. */
export async function findReviewed(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('project').select('id').where('reviews_content', '=', true).execute()
  return new Set(rows.map(({ id }) => id))
}
