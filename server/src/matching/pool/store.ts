import { Role } from '@saathi/contract/accounts/roles'
import { GroupType } from '@saathi/contract/mentorship/entities'
import { sql } from 'kysely'
import { PlanCriteria, type PlanCriterion } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import type { SeekerAnswers } from '../offer.ts'

/** A person whose project has a matching plan, in the pool or not. */
export type PlannedPerson = {
  role: Role
  isOpen: boolean
  isExcluded: boolean
  /** True for some days after a farewell, in which the person is not matched. */
  rests: boolean
  projectId: number
  groupType: GroupType
  criteria: readonly PlanCriterion[]
  /** How many mentees a pair mentor can have. */
  places: number
  /** Current mentees as a mentor. `isFollowing`: is a mentee in a mentorship. */
  menteeCount: number
  isFollowing: boolean
}

export async function findPlannedPerson(db: Db, personId: number, now: Date): Promise<PlannedPerson | null> {
  const row = await db
    .selectFrom('person')
    .leftJoin('match_seeker as seeker', 'seeker.person_id', 'person.id')
    .innerJoin('project', (join) =>
      join.on((eb) => eb('project.id', '=', eb.fn.coalesce('seeker.project_id', 'person.project_id'))),
    )
    .innerJoin('match_plan as plan', 'plan.project_id', 'project.id')
    .leftJoin('match_out', 'match_out.person_id', 'person.id')
    .leftJoin('match_rest', (join) => join.onRef('match_rest.person_id', '=', 'person.id').on('match_rest.until', '>', now))
    .leftJoin('match_mentor', 'match_mentor.person_id', 'person.id')
    .select([
      'person.role',
      'person.disabled_at as disabledAt',
      'person.deleted_at as deletedAt',
      'person.leaves_at as leavesAt',
      'match_out.person_id as outId',
      'match_rest.person_id as restId',
      'project.id as projectId',
      'project.group_type as groupType',
      'plan.criteria',
    ])
    .select(({ fn, ref }) => fn.coalesce(ref('match_mentor.places'), ref('plan.places')).as('places'))
    .select(
      sql<number>`(
      select count(*)::int from mentorship_member as lead
      join mentorship_member as mentee on mentee.mentorship_id = lead.mentorship_id
      where lead.person_id = person.id and lead.part = 'mentor' and lead.left_at is null
        and mentee.part = 'mentee' and mentee.left_at is null)`.as('menteeCount'),
    )
    .select(
      sql<boolean>`exists (
      select from mentorship_member where person_id = person.id and part = 'mentee' and left_at is null)`.as('isFollowing'),
    )
    .where('person.id', '=', personId)
    .executeTakeFirst()
  if (!row) return null
  const { role, disabledAt, deletedAt, leavesAt, outId, restId, groupType, criteria, ...rest } = row
  return {
    ...rest,
    role: Role.parse(role),
    isOpen: disabledAt === null && deletedAt === null && leavesAt === null,
    isExcluded: outId !== null,
    rests: restId !== null,
    groupType: GroupType.parse(groupType),
    criteria: PlanCriteria.parse(criteria),
  }
}

export async function isSeeking(db: Db, personId: number): Promise<boolean> {
  const row = await db.selectFrom('match_seeker').select('person_id').where('person_id', '=', personId).executeTakeFirst()
  return row !== undefined
}

type NewSeeker = { personId: number; projectId: number; part: 'mentor' | 'mentee'; since: Date; answers: SeekerAnswers }

/** True if anything changed. Keeps `since`. */
export async function saveSeeker(db: Db, { personId, projectId, part, since, answers }: NewSeeker): Promise<boolean> {
  const row = await db
    .insertInto('match_seeker')
    .values({ person_id: personId, project_id: projectId, part, since, answers: JSON.stringify(answers) })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet((eb) => ({ part: eb.ref('excluded.part'), answers: eb.ref('excluded.answers') }))
        .where(sql<boolean>`(match_seeker.part, match_seeker.answers) is distinct from (excluded.part, excluded.answers)`),
    )
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSeeker(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('match_seeker').where('person_id', '=', personId).execute()
}

/** Projects with a matching plan, and projects without one that still have seekers, offers or groups. */
export async function findProjectsToReview(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select project_id as id from match_plan
    union select project_id from match_seeker
    union select project_id from match_offer where ended_at is null
    union select project_id from match_group where ended_at is null
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** A batch of the people who belong to the project or are in its pool, by id. */
export async function findPeopleToReview(
  db: Db,
  { projectId, after, limit }: { projectId: number; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id from person where project_id = ${projectId} and deleted_at is null
      union select person_id from match_seeker where project_id = ${projectId}
    ) around
    where id > ${after}
    order by id
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Open offers of a project that has no plan any more, or now has another group type. */
export async function findStrayOffers(db: Db, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('match_offer as offer')
    .innerJoin('project', 'project.id', 'offer.project_id')
    .leftJoin('match_plan as plan', 'plan.project_id', 'offer.project_id')
    .select('offer.id')
    .where('offer.project_id', '=', projectId)
    .where('offer.ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('plan.project_id', 'is', null), eb('offer.group_type', '<>', eb.ref('project.group_type'))]))
    .orderBy('offer.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Keeps the person from being matched before this time. If a later time is stored, it stays. */
export async function saveRest(db: Db, personId: number, until: Date): Promise<void> {
  await db
    .insertInto('match_rest')
    .values({ person_id: personId, until })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ until: sql<Date>`greatest(match_rest.until, excluded.until)` }),
    )
    .execute()
}

/** Null if they do not rest. */
export async function findRestEnd(db: Db, personId: number, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('match_rest')
    .select('until')
    .where('person_id', '=', personId)
    .where('until', '>', now)
    .executeTakeFirst()
  return row?.until ?? null
}
