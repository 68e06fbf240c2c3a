import type { Seeker } from '@saathi/contract/matching/staff-calls'
import { sql } from 'kysely'
import { displayName, type Scope } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

const openOfferCount = sql<number>`(
  select count(*)::int from match_offer as offer
  where offer.ended_at is null and seeker.person_id in (offer.mentor_id, offer.mentee_id))`

function seekers(db: Db) {
  return db
    .selectFrom('match_seeker as seeker')
    .innerJoin('person', 'person.id', 'seeker.person_id')
    .innerJoin('project', 'project.id', 'seeker.project_id')
    .innerJoin('match_plan as plan', 'plan.project_id', 'seeker.project_id')
    .leftJoin('match_mentor as mentor', 'mentor.person_id', 'seeker.person_id')
    .select([
      'seeker.person_id as person',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'seeker.part',
      'project.key as project',
      'project.name as programme',
      'project.group_type as groupType',
      'seeker.since',
      'mentor.approved_at as approvedAt',
      'mentor.places',
      'plan.places as usualPlaces',
      'plan.group_size as groupSize',
    ])
    .select(openOfferCount.as('openOffers'))
}
type Row = Awaited<ReturnType<ReturnType<typeof seekers>['executeTakeFirstOrThrow']>>

const toSeeker = ({ part, groupType, places, usualPlaces, groupSize, ...row }: Row): Seeker => ({
  person: row.person,
  name: displayName(row),
  part: part === 'mentor' ? 'mentor' : 'mentee',
  project: row.project,
  programme: row.programme,
  openOffers: row.openOffers,
  since: row.since.toISOString(),
  isApproved: row.approvedAt !== null,
  // A mentee has one mentor.
  places: part !== 'mentor' ? 1 : groupType === '1toM' ? groupSize : (places ?? usualPlaces),
})

type SeekerQuery = {
  scope: Scope
  project?: string | undefined
  part?: 'mentor' | 'mentee' | undefined
  withoutOffer: boolean
  page: number
  size: number
}

/** Longest waiting first. */
export async function findSeekerPage(
  db: Db,
  { scope, project, part, withoutOffer, page, size }: SeekerQuery,
): Promise<{ seekers: Seeker[]; hasNextPage: boolean }> {
  let pool = seekers(db)
  if (scope !== 'all') pool = pool.where('seeker.project_id', 'in', [0, ...scope])
  if (project !== undefined) pool = pool.where('project.key', '=', project)
  if (part !== undefined) pool = pool.where('seeker.part', '=', part)
  if (withoutOffer) pool = pool.where(openOfferCount, '=', 0)
  const rows = await pool
    .orderBy('seeker.since')
    .orderBy('seeker.person_id')
    .limit(size + 1)
    .offset((page - 1) * size)
    .execute()
  return { seekers: rows.slice(0, size).map(toSeeker), hasNextPage: rows.length > size }
}

export async function findSeeker(db: Db, personId: number): Promise<Seeker | null> {
  const row = await seekers(db).where('seeker.person_id', '=', personId).executeTakeFirst()
  return row ? toSeeker(row) : null
}

/** Saved even for mentors outside the pool. Undefined fields and the date of an existing approval stay unchanged. */
export async function saveMentor(
  db: Db,
  personId: number,
  { isApproved, places, now }: { isApproved?: boolean | undefined; places?: number | undefined; now: Date },
): Promise<void> {
  if (isApproved === undefined && places === undefined) return
  await db
    .insertInto('match_mentor')
    .values({ person_id: personId, approved_at: isApproved ? now : null, places: places ?? null })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((eb) => ({
        ...(isApproved !== undefined && {
          approved_at: isApproved ? eb.fn.coalesce('match_mentor.approved_at', 'excluded.approved_at') : null,
        }),
        ...(places !== undefined && { places }),
      })),
    )
    .execute()
}

/** The people, among these, who are approved. */
export async function findApproved(db: Db, personIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('match_mentor')
    .select('person_id as personId')
    .where(({ eb, fn, val }) => eb('person_id', '=', fn.any(val([...personIds]))))
    .where('approved_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ personId }) => personId))
}

/** Keeps a person out of the pool until staff put them back. `takenOutBy` is null after the end of a mentorship. */
export async function insertPoolExclusion(db: Db, personId: number, takenOutBy: number | null, now: Date): Promise<void> {
  await db
    .insertInto('match_out')
    .values({ person_id: personId, taken_out_by: takenOutBy, taken_out_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deletePoolExclusion(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('match_out').where('person_id', '=', personId).execute()
}

export async function findPoolEntry(db: Db, personId: number): Promise<{ projectId: number; part: string } | null> {
  const row = await db
    .selectFrom('match_seeker')
    .select(['project_id as projectId', 'part'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row ?? null
}

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
