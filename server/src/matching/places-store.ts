import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

type MentorPlaces = { mentorId: number; free: number; room: number }

/**
 * How many more mentees each mentor can take. For pairs, current mentees and mentees waiting for an answer count as taken; for a
 * group, its taken places. Expired choices do not count. A mentor with an active group has none; mentors outside the pool are left out.
 */
async function findPlacesOf(db: Db, mentorIds: readonly number[], now: Date): Promise<MentorPlaces[]> {
  const { rows } = await sql<MentorPlaces>`
    select seeker.person_id as "mentorId",
      greatest(0, case
        when project.group_type <> '1toM' then coalesce(settings.places, plan.places) - led.mentees - waiting.mentees
        when led.mentees > 0 then 0
        else coalesce(forming.size, plan.group_size) - coalesce(forming.taken, 0)
      end)::int as free,
      greatest(0, coalesce(settings.places, plan.places) - led.mentees)::int as room
    from match_seeker seeker
    join match_plan plan on plan.project_id = seeker.project_id
    join project on project.id = seeker.project_id
    left join match_mentor settings on settings.person_id = seeker.person_id
    cross join lateral (
      select count(*) as mentees
      from mentorship_member mentor
      join mentorship on mentorship.id = mentor.mentorship_id and mentorship.ended_at is null
      join mentorship_member mentee on mentee.mentorship_id = mentor.mentorship_id and mentee.part = 'mentee' and mentee.left_at is null
      where mentor.person_id = seeker.person_id and mentor.part = 'mentor' and mentor.left_at is null
    ) led
    cross join lateral (
      select count(*) as mentees from match_offer where mentor_id = seeker.person_id and state = 'chosen' and expires_at > ${now}
    ) waiting
    left join lateral (
      select match_group.size,
        (select count(*) from match_group_place where match_group_place.group_id = match_group.id) as taken
      from match_group where mentor_id = seeker.person_id and ended_at is null
    ) forming on true
    where seeker.part = 'mentor' and seeker.person_id = any(${[...mentorIds]}::bigint[])`.execute(db)
  return rows
}

export async function findFreePlacesOf(db: Db, mentorIds: readonly number[], now: Date): Promise<Map<number, number>> {
  return new Map((await findPlacesOf(db, mentorIds, now)).map(({ mentorId, free }) => [mentorId, free]))
}

export async function findFreePlaces(db: Db, mentorId: number, now: Date): Promise<number> {
  return (await findFreePlacesOf(db, [mentorId], now)).get(mentorId) ?? 0
}

/** How many mentees a pair mentor can still take, including those waiting for an answer. */
export async function findCapacity(db: Db, mentorId: number, now: Date): Promise<number> {
  const [places] = await findPlacesOf(db, [mentorId], now)
  return places?.room ?? 0
}
