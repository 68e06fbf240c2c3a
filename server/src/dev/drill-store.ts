import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type DrillPair = { reporterId: number; aboutId: number; messageId: number }

/** A mentee whose mentor has written to them; nobody has an open case about the message or the mentor. */
export async function findDrillPair(db: Db): Promise<DrillPair | null> {
  const { rows } = await sql<DrillPair>`
    select mentee.person_id as "reporterId", mentor.person_id as "aboutId", max(message.id) as "messageId"
    from mentorship
    join mentorship_member mentee on mentee.mentorship_id = mentorship.id and mentee.part = 'mentee' and mentee.left_at is null
    join mentorship_member mentor on mentor.mentorship_id = mentorship.id and mentor.part = 'mentor' and mentor.left_at is null
    join person reporter on reporter.id = mentee.person_id and reporter.disabled_at is null and reporter.deleted_at is null
    join chat_channel channel on channel.mentorship_id = mentorship.id and channel.kind in ('pair', 'group')
    join chat_message message on message.channel_id = channel.id and message.sender_id = mentor.person_id
      and message.redacted_at is null
    where mentorship.ended_at is null and not exists (
      select from safety_report join safety_case on safety_case.id = case_id
      where safety_case.state <> 'closed'
        and ((kind = 'profile' and thing_id = mentor.person_id::text) or (kind = 'message' and thing_id = message.id::text)))
    group by mentorship.id, mentee.person_id, mentor.person_id
    order by mentorship.id limit 1`.execute(db)
  return rows[0] ?? null
}

/** A post that has no open case. */
export async function findPostId(db: Db, now: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from feed_post where published_at <= ${now} and not exists (
      select from safety_report join safety_case on safety_case.id = case_id
      where safety_case.state <> 'closed' and kind = 'post' and thing_id = feed_post.id::text)
    order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function findCaseOf(db: Db, reportId: number): Promise<number> {
  const report = db.selectFrom('safety_report').select('case_id as caseId').where('id', '=', reportId)
  return (await report.executeTakeFirstOrThrow()).caseId
}

/** Leads for all programmes before administrators. */
export async function findDrillDesk(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select person.id from staff_right join person on person.id = staff_right.person_id
    where staff_right.role in ('SafeguardingLead', 'Admin') and staff_right.project_id is null and staff_right.ended_at is null
      and (staff_right.until is null or staff_right.until > ${now})
      and person.disabled_at is null and person.deleted_at is null and person.email_verified_at is not null
    group by person.id order by bool_or(staff_right.role = 'SafeguardingLead') desc, person.id limit 2`.execute(db)
  return rows.map(({ id }) => id)
}

export const findClock = (db: Db, caseId: number) =>
  db.selectFrom('safety_case').select(['clock_from as from', 'due_at as due']).where('id', '=', caseId).executeTakeFirstOrThrow()

/** The first notice of each stage; undefined before it. */
export async function findAlertAt(db: Db, caseId: number, stage: number): Promise<Date | undefined> {
  const alerts = db.selectFrom('safety_alert').select('at').where('case_id', '=', caseId).where('stage', '=', stage)
  return (await alerts.orderBy('at').executeTakeFirst())?.at
}
