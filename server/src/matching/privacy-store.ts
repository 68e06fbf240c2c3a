import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { SeekerAnswers } from './offer.ts'
import { isVisibleTo } from './store.ts'

export async function findOwnSearch(db: Db, personId: number) {
  const row = await db
    .selectFrom('match_seeker as seeker')
    .innerJoin('project', 'project.id', 'seeker.project_id')
    .select(['project.name as programme', 'seeker.part', 'seeker.since', 'seeker.answers'])
    .where('seeker.person_id', '=', personId)
    .executeTakeFirst()
  return row ? { ...row, answers: SeekerAnswers.parse(row.answers) } : null
}

/** Offers visible to the person: not those that are unpublished, or that the first side never chose. */
export function findOwnOffers(db: Db, personId: number) {
  return db
    .selectFrom('match_offer as offer')
    .innerJoin('project', 'project.id', 'offer.project_id')
    .select([
      'offer.id',
      'project.name as programme',
      'offer.group_type as groupType',
      'offer.mentor_id as mentorId',
      'offer.state',
      'offer.ended_by as endedBy',
      'offer.expires_at as expiresAt',
      'offer.score',
      'offer.reasons',
      'offer.created_at as createdAt',
      'offer.ended_at as endedAt',
    ])
    .where(isVisibleTo(personId))
    .orderBy('offer.id')
    .execute()
}

export function findOwnGroups(db: Db, personId: number) {
  return db
    .selectFrom('match_group as forming')
    .leftJoin('match_group_place as place', (join) =>
      join.onRef('place.group_id', '=', 'forming.id').on('place.mentee_id', '=', personId),
    )
    .innerJoin('project', 'project.id', 'forming.project_id')
    .select([
      'project.name as programme',
      'forming.created_on as createdOn',
      'forming.starts_at as startsAt',
      'forming.ended_at as endedAt',
    ])
    .where(({ or, eb }) => or([eb('forming.mentor_id', '=', personId), eb('place.mentee_id', '=', personId)]))
    .orderBy('forming.id')
    .execute()
}

export async function findOwnApproval(db: Db, personId: number) {
  const row = await db
    .selectFrom('match_mentor')
    .select(['approved_at as approvedAt', 'places'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row ?? null
}

/** Checks of a mentor by staff. */
export function findOwnChecks(db: Db, personId: number) {
  return db
    .selectFrom('screening_item')
    .select(['kind', 'is_passed as isPassed', 'evidence', 'decided_at as decidedAt', 'expires_on as expiresOn'])
    .where('person_id', '=', personId)
    .orderBy('kind')
    .execute()
}

export async function findTakenOutAt(db: Db, personId: number): Promise<Date | null> {
  const row = await db.selectFrom('match_out').select('taken_out_at as at').where('person_id', '=', personId).executeTakeFirst()
  return row?.at ?? null
}

export async function findRest(db: Db, personId: number): Promise<Date | null> {
  const row = await db.selectFrom('match_rest').select('until').where('person_id', '=', personId).executeTakeFirst()
  return row?.until ?? null
}

/** Keeps the offer for the other side's history, and removes the person's answers and the staff's reason. */
export async function updateOffersEmptied(db: Db, personId: number): Promise<void> {
  await sql`
    update match_offer set made_because = '', reasons = (
      select coalesce(jsonb_agg(
        reason || jsonb_build_object('shared', '[]'::jsonb, case when mentor_id = ${personId} then 'mentor' else 'mentee' end, '[]'::jsonb)
        order by at), '[]'::jsonb)
      from jsonb_array_elements(reasons) with ordinality as each (reason, at))
    where mentor_id = ${personId} or mentee_id = ${personId}`.execute(db)
}

export async function deleteAllOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('screening_item').where('person_id', '=', personId).execute()
  await db.deleteFrom('match_group').where('mentor_id', '=', personId).execute()
  await db.deleteFrom('match_group_place').where('mentee_id', '=', personId).execute()
  await db.deleteFrom('match_seeker').where('person_id', '=', personId).execute()
  await db.deleteFrom('match_mentor').where('person_id', '=', personId).execute()
  await db.deleteFrom('match_out').where('person_id', '=', personId).execute()
  await db.deleteFrom('match_rest').where('person_id', '=', personId).execute()
  for (const table of ['match_apart', 'match_run_pair'] as const) {
    await db
      .deleteFrom(table)
      .where(({ or, eb }) => or([eb('mentor_id', '=', personId), eb('mentee_id', '=', personId)]))
      .execute()
  }
}
