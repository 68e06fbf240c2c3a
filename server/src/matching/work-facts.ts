import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

type Person = { id: number; projectId: number }
type About = (person: Person) => { approvalEndsAt: Date | null }

/** When an approved mentor's first required check expires: at the end of that day in India. */
export async function addApprovals(db: Db, ids: readonly number[] | null, about: About): Promise<void> {
  const { rows } = await sql<Person & { endsAt: Date }>`
    select person.id, person.project_id as "projectId",
      min((item.expires_on + 1)::timestamp at time zone 'Asia/Kolkata') as "endsAt"
    from match_mentor
    join person on person.id = match_mentor.person_id
    join screening_requirement requirement on requirement.project_id = person.project_id
    join screening_item item on item.person_id = person.id and item.kind = requirement.kind and item.expires_on is not null
    where match_mentor.approved_at is not null and person.deleted_at is null and person.disabled_at is null
      and person.role in ('Mentor', 'GroupMentor') and ${ids === null ? sql`true` : sql`person.id = any(${ids}::bigint[])`}
    group by person.id`.execute(db)
  for (const { endsAt, ...person } of rows) about(person).approvalEndsAt = endsAt
}

type Decision = {
  subject: 'group' | 'programme'
  id: number
  projectId: number
  since: Date
  count: number
  personId: number | null
}

/** Stalled groups, and the number of proposals of each programme. */
export async function findDecisions(db: Db): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select 'group' as subject, forming.id, forming.project_id as "projectId", forming.stalled_at as since,
      (select count(*)::int from match_group_place place where place.group_id = forming.id) as count, forming.mentor_id as "personId"
    from match_group forming where forming.ended_at is null and forming.stalled_at is not null
    union all
    select 'programme', project_id, project_id, min(created_at), count(*)::int, null
    from match_offer where ended_at is null and state = 'proposed' group by project_id`.execute(db)
  return rows
}
