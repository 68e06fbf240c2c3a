import { sql } from 'kysely'
import { displayName } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import { SeekerAnswers } from '../offer.ts'

export type RunProject = { key: string; needsApproval: boolean; isClosed: boolean }

export async function findRunProject(db: Db, projectId: number): Promise<RunProject | null> {
  const row = await plannedProjects(db).where('project.id', '=', projectId).executeTakeFirst()
  return row ? { key: row.key, needsApproval: row.needsApproval, isClosed: row.isClosed } : null
}

/** Enabled projects with a matching plan, by key. */
export async function findPlannedProjects(db: Db): Promise<{ id: number; key: string }[]> {
  return plannedProjects(db).where('project.is_disabled', '=', false).orderBy('project.key').execute()
}

function plannedProjects(db: Db) {
  return db
    .selectFrom('match_plan as plan')
    .innerJoin('project', 'project.id', 'plan.project_id')
    .select(['project.id', 'project.key', 'plan.needs_approval as needsApproval', 'project.is_disabled as isClosed'])
}

export type PoolRow = {
  personId: number
  name: string
  language: string
  part: 'mentor' | 'mentee'
  since: Date
  isApproved: boolean
  answers: SeekerAnswers
}

/** Everybody in the pool whose account is open, who does not rest after a farewell, and is not a mentee in a mentorship. */
export async function findPool(db: Db, projectId: number, now: Date): Promise<PoolRow[]> {
  const rows = await db
    .selectFrom('match_seeker as seeker')
    .innerJoin('person', 'person.id', 'seeker.person_id')
    .leftJoin('match_mentor as mentor', 'mentor.person_id', 'seeker.person_id')
    .select([
      'seeker.person_id as personId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.language_code as language',
      'seeker.part',
      'seeker.since',
      'mentor.approved_at as approvedAt',
      'seeker.answers',
    ])
    .where('seeker.project_id', '=', projectId)
    .where('person.deleted_at', 'is', null)
    .where('person.disabled_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('match_rest')
            .select('match_rest.person_id')
            .whereRef('match_rest.person_id', '=', 'seeker.person_id')
            .where('match_rest.until', '>', now),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mentorship_member as member')
            .select('member.person_id')
            .whereRef('member.person_id', '=', 'seeker.person_id')
            .where('member.part', '=', 'mentee')
            .where('member.left_at', 'is', null),
        ),
      ),
    )
    .execute()
  return rows.map(({ firstName, lastName, approvedAt, part, ...row }) => ({
    ...row,
    name: displayName({ firstName, lastName }),
    part: part === 'mentor' ? 'mentor' : 'mentee',
    isApproved: approvedAt !== null,
    answers: SeekerAnswers.parse(row.answers),
  }))
}

export type OpenOffer = { mentorId: number; menteeId: number; state: string; score: number }

export async function findOpenOffers(db: Db, projectId: number): Promise<OpenOffer[]> {
  return db
    .selectFrom('match_offer')
    .select(['mentor_id as mentorId', 'mentee_id as menteeId', 'state', 'score'])
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Pairs that staff keep apart, that had a mentorship before, that were rejected, or that the mentor let expire. */
export async function findApartPairsIn(db: Db, projectId: number): Promise<[mentorId: number, menteeId: number][]> {
  const { rows } = await sql<{ mentorId: number; menteeId: number }>`
    with mentor as (select person_id from match_seeker where project_id = ${projectId} and part = 'mentor'),
      mentee as (select person_id from match_seeker where project_id = ${projectId} and part = 'mentee')
    select mentor_id as "mentorId", mentee_id as "menteeId" from match_apart
    where mentor_id in (select person_id from mentor) and mentee_id in (select person_id from mentee)
    union
    select led.person_id, followed.person_id
    from mentorship_member led
    join mentorship_member followed on followed.mentorship_id = led.mentorship_id and followed.part = 'mentee'
    where led.part = 'mentor' and led.person_id in (select person_id from mentor)
      and followed.person_id in (select person_id from mentee)
    union
    select mentor_id, mentee_id from match_offer
    where (state = 'rejected' or (state = 'expired' and chosen_at is not null))
      and mentor_id in (select person_id from mentor) and mentee_id in (select person_id from mentee)`.execute(db)
  return rows.map(({ mentorId, menteeId }) => [mentorId, menteeId])
}

/** The answers of mentees who already have a place, by the mentor of their group. */
export async function findMemberAnswers(db: Db, projectId: number): Promise<Map<number, SeekerAnswers[]>> {
  const rows = await db
    .selectFrom('match_group as forming')
    .innerJoin('match_group_place as place', 'place.group_id', 'forming.id')
    .innerJoin('match_seeker as seeker', 'seeker.person_id', 'place.mentee_id')
    .select(['forming.mentor_id as mentorId', 'seeker.answers'])
    .where('forming.project_id', '=', projectId)
    .where('forming.ended_at', 'is', null)
    .orderBy('place.place')
    .execute()
  const byMentor = Map.groupBy(rows, ({ mentorId }) => mentorId)
  return new Map([...byMentor].map(([id, members]) => [id, members.map(({ answers }) => SeekerAnswers.parse(answers))]))
}
