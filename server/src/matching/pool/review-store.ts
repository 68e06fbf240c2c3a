import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

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
