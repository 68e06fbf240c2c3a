import { sql } from 'kysely'
import { displayName } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

export async function findProjectKeys(db: Db, keys: readonly string[]): Promise<{ id: number; key: string }[]> {
  if (keys.length === 0) return []
  return db
    .selectFrom('project')
    .select(['id', 'key'])
    .where('key', 'in', [...new Set(keys)])
    .orderBy('id')
    .execute()
}

export async function findProjectKey(db: Db, id: number): Promise<{ key: string } | undefined> {
  return db.selectFrom('project').select('key').where('id', '=', id).executeTakeFirst()
}

export async function findBaseLanguage(db: Db): Promise<string> {
  return (await db.selectFrom('language').select('code').where('is_default', '=', true).executeTakeFirstOrThrow()).code
}

export async function findTagKeys(db: Db): Promise<string[]> {
  return (await db.selectFrom('tag').select('key').orderBy('key').execute()).map(({ key }) => key)
}

/** Names by person id, without people who have left. */
export async function findNames(db: Db, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const uniqueIds = [...new Set(ids.flatMap((id) => id ?? []))]
  if (uniqueIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('person')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', uniqueIds)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, displayName(row)]))
}

/**
 * Whether a programme that sees the content requires a second person's approval; content for everybody is seen by all programmes.
 */
export async function asksForReview(db: Db, projects: readonly string[]): Promise<boolean> {
  let query = db.selectFrom('project').select('id').where('reviews_content', '=', true)
  if (projects.length > 0) query = query.where('key', 'in', [...projects])
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Numbers of people who are in the middle of the session, and of active people to whom it is offered and who have not started it.
 */
export async function countReaders(db: Db, sessionId: number | null, projectIds: readonly number[]) {
  const { rows } = await sql<{ stay: number; change: number }>`
    select
      (select count(*)::int from session_progress where session_id = ${sessionId} and status <> 'COMPLETED') as stay,
      (select count(*)::int from person
        where role in ('Mentee', 'Mentor', 'GroupMentee', 'GroupMentor') and deleted_at is null and disabled_at is null
        and (${projectIds.length} = 0 or project_id = any (${[...projectIds]}::bigint[]))
        and not exists (select from session_progress where session_id = ${sessionId} and person_id = person.id)) as change`.execute(
    db,
  )
  return rows[0] ?? { stay: 0, change: 0 }
}

/** Programmes whose mentorships include the session. */
export async function isScheduled(db: Db, sessionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('schedule_session')
    .select('project_id')
    .where('session_id', '=', sessionId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
