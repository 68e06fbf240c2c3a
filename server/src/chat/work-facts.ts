import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

type PairPart = { unanswered: { since: Date; side: 'mentor' | 'mentee' } | null }
type Row = { mentorshipId: number; since: Date; side: 'mentor' | 'mentee' }

/** Finds the oldest unanswered message and who owes the answer, never its text. Calls and messages of the team do not count. */
export async function addUnanswered(db: Db, pairs: ReadonlyMap<number, PairPart>): Promise<void> {
  const { rows } = await sql<Row>`
    select channel.mentorship_id as "mentorshipId", first.at as since, case last.part when 'mentor' then 'mentee' else 'mentor' end as side
    from chat_channel channel
    cross join lateral (
      select member.part from chat_message message
      join mentorship_member member on member.mentorship_id = channel.mentorship_id and member.person_id = message.sender_id
        and member.part in ('mentor', 'mentee')
      where message.channel_id = channel.id and message.redacted_at is null and not message.is_broadcast and message.room_id is null
      order by message.id desc limit 1
    ) last
    left join lateral (
      select message.id from chat_message message
      join mentorship_member member on member.mentorship_id = channel.mentorship_id and member.person_id = message.sender_id
        and member.part in ('mentor', 'mentee') and member.part <> last.part
      where message.channel_id = channel.id
      order by message.id desc limit 1
    ) answer on true
    cross join lateral (
      select min(message.created_at) as at from chat_message message
      join mentorship_member member on member.mentorship_id = channel.mentorship_id and member.person_id = message.sender_id
        and member.part = last.part
      where message.channel_id = channel.id and message.id > coalesce(answer.id, 0) and message.redacted_at is null
        and not message.is_broadcast and message.room_id is null
    ) first
    where channel.mentorship_id = any(${[...pairs.keys()]}::bigint[]) and channel.kind in ('pair', 'direct')`.execute(db)
  for (const { mentorshipId, since, side } of rows) {
    const pair = pairs.get(mentorshipId)
    if (pair && (pair.unanswered === null || since < pair.unanswered.since)) pair.unanswered = { since, side }
  }
}
