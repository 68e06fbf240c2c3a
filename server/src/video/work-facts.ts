import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

type PairPart = { meetings: { at: Date; minutes: number }[]; meetingCount: number }
type Row = { mentorshipId: number; at: Date; minutes: number }

const SHOWN = 50
/** Both were in the call for this long. */
const MEETING_MINUTES = 10

/** Calls in which the mentor and a mentee were there at the same time for long enough; the newest first. */
export async function addMeetings(db: Db, pairs: ReadonlyMap<number, PairPart>): Promise<void> {
  const { rows } = await sql<Row>`
    select together.mentorship_id as "mentorshipId", min(together.at) as at, floor(max(together.minutes))::int as minutes
    from (
      select channel.mentorship_id, room.id as room_id, mentee.person_id,
        min(greatest(mentor.joined_at, mentee.joined_at)) as at,
        sum(extract(epoch from least(coalesce(mentor.left_at, mentor.seen_at), coalesce(mentee.left_at, mentee.seen_at))
          - greatest(mentor.joined_at, mentee.joined_at))) / 60 as minutes
      from chat_channel channel
      join video_room room on room.channel_id = channel.id
      join video_participant mentor on mentor.room_id = room.id
      join mentorship_member leads on leads.mentorship_id = channel.mentorship_id and leads.person_id = mentor.person_id
        and leads.part = 'mentor'
      join video_participant mentee on mentee.room_id = room.id
        and mentee.joined_at < coalesce(mentor.left_at, mentor.seen_at) and mentor.joined_at < coalesce(mentee.left_at, mentee.seen_at)
      join mentorship_member follows on follows.mentorship_id = channel.mentorship_id and follows.person_id = mentee.person_id
        and follows.part = 'mentee'
      where channel.mentorship_id = any(${[...pairs.keys()]}::bigint[])
      group by channel.mentorship_id, room.id, mentee.person_id
    ) together
    where together.minutes >= ${MEETING_MINUTES}
    group by together.mentorship_id, together.room_id
    order by 2 desc`.execute(db)
  for (const { mentorshipId, at, minutes } of rows) {
    const pair = pairs.get(mentorshipId)
    if (!pair) continue
    pair.meetingCount += 1
    if (pair.meetings.length < SHOWN) pair.meetings.push({ at, minutes })
  }
}

export async function countMeetings(db: Db, mentorshipId: number): Promise<number> {
  const pair: PairPart = { meetings: [], meetingCount: 0 }
  await addMeetings(db, new Map([[mentorshipId, pair]]))
  return pair.meetingCount
}
