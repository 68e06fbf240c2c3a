import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type NewSession = { personId: number; sessionId: number; session: string; count: number }
type NewSessionsQuery = {
  /** Published at or after `from` and before `before`. */ from: Date
  before: Date
  afterId: number
  limit: number
}

/**
 * For each person registered before publication: the first new session available to them that they have not started, and the
 * count.
 */
export async function findNewSessions(db: Db, { from, before, afterId, limit }: NewSessionsQuery): Promise<NewSession[]> {
  const { rows } = await sql<NewSession>`
    select distinct on (person.id) person.id as "personId", session.id as "sessionId",
      coalesce(session_text.title, session.title) as session, count(*) over (partition by person.id)::int as count
    from session
    join person on person.created_at < session.published_at and person.deleted_at is null and person.disabled_at is null
    join experience on experience.person_id = person.id and experience.session = 'use'
    left join session_text on session_text.session_id = session.id and session_text.language_code = person.language_code
    where session.is_learning_hub and session.published_at >= ${from} and session.published_at < ${before}
      and person.id > ${afterId}
      and not exists (
        select from session_progress progress where progress.session_id = session.id and progress.person_id = person.id)
      and (not exists (select from session_project allowed where allowed.session_id = session.id) or exists (
        select from session_project allowed where allowed.session_id = session.id and allowed.project_id = person.project_id))
    order by person.id, session.position, session.id
    limit ${limit}`.execute(db)
  return rows
}
