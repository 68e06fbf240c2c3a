import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/**
 * The main channel of the mentorship; for a pair, it is also their direct channel. Idempotent. The migration contains the same
 * statement for mentorships that are older than chat.
 */
export async function insertWholeChannel(db: Db, mentorshipId: number, now: Date): Promise<void> {
  await sql`
    insert into chat_channel (kind, mentorship_id, last_message_at, created_at)
    select case group_type when '1toM' then 'group' else 'pair' end, id, ${now}, ${now}
    from mentorship where id = ${mentorshipId}
    on conflict (mentorship_id) where kind in ('pair', 'group') do nothing`.execute(db)
  await sql`
    insert into chat_member (channel_id, person_id, is_pair_manager, joined_at)
    select channel.id, member.person_id, member.part = 'pair_manager', ${now}
    from chat_channel channel
    join mentorship_member member on member.mentorship_id = channel.mentorship_id and member.left_at is null
    where channel.mentorship_id = ${mentorshipId} and channel.kind in ('pair', 'group')
    on conflict (channel_id, person_id) do nothing`.execute(db)
}

/** Mentees of a group without a channel with the mentor. */
export async function findWithoutDirect(db: Db, mentorshipId: number): Promise<{ mentorId: number; menteeId: number }[]> {
  const { rows } = await sql<{ mentorId: number; menteeId: number }>`
    select mentor.person_id as "mentorId", mentee.person_id as "menteeId"
    from mentorship
    join mentorship_member mentor on mentor.mentorship_id = mentorship.id and mentor.part = 'mentor' and mentor.left_at is null
    join mentorship_member mentee on mentee.mentorship_id = mentorship.id and mentee.part = 'mentee' and mentee.left_at is null
    where mentorship.id = ${mentorshipId} and mentorship.group_type = '1toM' and not exists (
      select from chat_channel channel
      join chat_member one on one.channel_id = channel.id and one.person_id = mentor.person_id
      join chat_member other on other.channel_id = channel.id and other.person_id = mentee.person_id
      where channel.mentorship_id = mentorship.id and channel.kind = 'direct')
    order by mentee.person_id`.execute(db)
  return rows
}

export async function insertDirectChannel(db: Db, mentorshipId: number, people: readonly number[], now: Date): Promise<number> {
  const { id } = await db
    .insertInto('chat_channel')
    .values({ kind: 'direct', mentorship_id: mentorshipId, last_message_at: now, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('chat_member')
    .values(people.map((personId) => ({ channel_id: id, person_id: personId, joined_at: now })))
    .execute()
  return id
}

/** For these people, or for everybody with the assistant enabled and no channel yet. Returns those who got one. */
export async function insertAssistantChannels(db: Db, personIds: readonly number[] | null, now: Date): Promise<number[]> {
  const { rows } = await sql<{ personId: number }>`
    with made as (
      insert into chat_channel (kind, person_id, last_message_at, created_at)
      select 'assistant', experience.person_id, ${now}, ${now}
      from experience join person on person.id = experience.person_id and person.deleted_at is null
      where experience.ai_chat = 'use' and (${personIds}::bigint[] is null or experience.person_id = any(${personIds}::bigint[]))
      on conflict (person_id) where kind = 'assistant' do nothing
      returning id, person_id
    ), filled as (
      insert into chat_member (channel_id, person_id, joined_at)
      select made.id, who.person_id, ${now}
      from made cross join lateral (
        select made.person_id union select person.id from person where person.role = 'ai_assistant'
      ) as who (person_id)
    )
    select person_id as "personId" from made`.execute(db)
  return rows.map(({ personId }) => personId)
}
