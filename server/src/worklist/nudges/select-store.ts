import { NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { Candidate, Reader, Sent } from './candidates.ts'

/** The current members of these running pairs, with the reasons not to write to each of them. */
export async function findReaders(db: Db, mentorshipIds: readonly number[], now: Date): Promise<Reader[]> {
  if (mentorshipIds.length === 0) return []
  const { rows } = await sql<Reader>`
    select member.mentorship_id as "mentorshipId", member.person_id as "personId", member.part as side,
      person.language_code as language,
      (person.deleted_at is not null or person.disabled_at is not null or person.email_verified_at is null
        or person.leaves_at is not null or project.is_disabled) as "isGone",
      exists (select from notice_choice choice where choice.person_id = person.id and choice.kind = 'nudges'
        and not choice.in_app and not choice.by_email and not choice.by_push) as "hasSwitchedOff",
      (exists (select from chat_channel channel where channel.mentorship_id = member.mentorship_id
          and (channel.is_paused or channel.blackout_until > ${now}))
        or exists (select from chat_mute where chat_mute.person_id = person.id and (chat_mute.until is null or chat_mute.until > ${now}))
        or exists (select from person_block block join mentorship_member other on other.mentorship_id = member.mentorship_id
          and other.left_at is null and other.person_id in (block.person_id, block.blocked_id) and other.person_id <> person.id
          where person.id in (block.person_id, block.blocked_id))) as "isResting",
      (select max(contact.at) from staff_contact contact
        where contact.person_id = person.id and contact.was_reached) as "contactedAt",
      coalesce((select array_agg(item.rule) from work_item item
        where item.subject = 'pair' and item.subject_id = member.mentorship_id and item.closed_at is null
          and item.snoozed_until > (${now}::timestamptz at time zone 'Asia/Kolkata')::date), '{}') as "putOff"
    from mentorship_member member
    join mentorship on mentorship.id = member.mentorship_id and mentorship.ended_at is null
    join project on project.id = mentorship.project_id
    join person on person.id = member.person_id
    where member.mentorship_id = any(${mentorshipIds}::bigint[]) and member.left_at is null and member.part <> 'pair_manager'
    order by member.mentorship_id, member.person_id`.execute(db)
  return rows
}

type Raw = Omit<Sent, 'trigger'> & { id: number; trigger: string }

/** Messages to these people that were sent since that day, are planned, or were taken out. */
export async function findHistory(db: Db, personIds: readonly number[], from: string): Promise<(Sent & { id: number })[]> {
  if (personIds.length === 0) return []
  const { rows } = await sql<Raw>`
    select id, trigger, mentorship_id as "mentorshipId", person_id as "personId", since, state, on_day::text as on,
      sent_at as "sentAt"
    from nudge where person_id = any(${personIds}::bigint[]) and on_day >= ${from}::date and state <> 'dropped'
    order by id`.execute(db)
  return rows.map((row) => ({ ...row, trigger: NudgeTrigger.parse(row.trigger) }))
}

/** People who have written to their pair or the team since the given message to them. */
export async function findAnswered(db: Db, sent: readonly (Candidate & { sentAt: Date })[]): Promise<number[]> {
  if (sent.length === 0) return []
  const { rows } = await sql<{ place: number }>`
    select input.place::int as place
    from unnest(
      ${sent.map(({ mentorshipId }) => mentorshipId)}::bigint[],
      ${sent.map(({ personId }) => personId)}::bigint[],
      ${sent.map(({ sentAt }) => sentAt.toISOString())}::timestamptz[]
    ) with ordinality as input (mentorship_id, person_id, sent_at, place)
    where exists (select from chat_channel channel join chat_message message on message.channel_id = channel.id
        where channel.mentorship_id = input.mentorship_id and message.sender_id = input.person_id
          and message.created_at > input.sent_at)
      or exists (select from help_message message where message.sender_id = input.person_id
        and message.sent_at > input.sent_at)
    order by 1`.execute(db)
  return rows.map(({ place }) => place - 1)
}

type Planned = Candidate & { projectId: number; on: string }

/** Returns the ids of people without another message on that day. */
export async function insertPlanned(db: Db, planned: readonly Planned[], now: Date): Promise<number> {
  if (planned.length === 0) return 0
  const rows = await db
    .insertInto('nudge')
    .values(
      planned.map(({ projectId, trigger, mentorshipId, personId, since, on }) => ({
        project_id: projectId,
        trigger,
        mentorship_id: mentorshipId,
        person_id: personId,
        since,
        on_day: on,
        planned_at: now,
        state: 'planned',
      })),
    )
    .onConflict((conflict) => conflict.columns(['person_id', 'on_day']).doNothing())
    .returning('id')
    .execute()
  return rows.length
}

const LOCK = 7_200_056

/** One selection at a time, so that each plan sees what the others have selected. */
export async function lockNudges(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
}
