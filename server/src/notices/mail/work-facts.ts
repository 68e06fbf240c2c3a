import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

type Person = { id: number; projectId: number }
type About = (person: Person) => { mailRefused: { times: number; since: Date } | null }

/** Members whose address the mail server has refused since it last accepted a mail. */
export async function addRefusedMail(db: Db, ids: readonly number[] | null, about: About): Promise<void> {
  const { rows } = await sql<Person & { times: number; since: Date }>`
    select person.id, person.project_id as "projectId", mail_refusal.count as times, mail_refusal.last_at as since
    from mail_refusal join person on person.email = mail_refusal.address
    where person.deleted_at is null and person.disabled_at is null and person.project_id is not null
      and person.role in ('Mentee', 'Mentor', 'GroupMentee', 'GroupMentor')
      and ${ids === null ? sql`true` : sql`person.id = any(${ids}::bigint[])`}`.execute(db)
  for (const { times, since, ...person } of rows) about(person).mailRefused = { times, since }
}
