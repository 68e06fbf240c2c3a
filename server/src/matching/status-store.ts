import { GroupType } from '@saathi/contract/mentorship/entities'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { type FormingGroup, formingGroupAsJson, toFormingGroup } from './groups/store.ts'

/** A person's current matching facts. Expired offers do not count, even if the job has not ended them yet. */
export type StatusFacts = {
  personId: number
  matchingStatus: string | null
  isSeeking: boolean
  /** As a mentee of a forming group. */
  hasPlace: boolean
  /** As a mentee who has chosen and waits for the mentor's answer. */
  awaitsMentor: boolean
  hasToDecide: boolean
  /** As a mentor, of a forming group with at least one mentee. */
  hasFormingGroup: boolean
}

/** For rows of person. */
const statusFactsAt = (now: Date) =>
  [
    sql<boolean>`exists (select from match_seeker where person_id = person.id)`.as('isSeeking'),
    sql<boolean>`exists (
      select from match_group_place join match_group on match_group.id = match_group_place.group_id
      where match_group_place.mentee_id = person.id and match_group.ended_at is null)`.as('hasPlace'),
    sql<boolean>`exists (
      select from match_offer where mentee_id = person.id and state = 'chosen' and expires_at > ${now})`.as('awaitsMentor'),
    sql<boolean>`(exists (
      select from match_offer where mentee_id = person.id and group_type = '1to1' and state = 'issued' and expires_at > ${now}
    ) or exists (
      select from match_offer where mentor_id = person.id and expires_at > ${now}
        and (group_type, state) in (('1to1', 'chosen'), ('1toM', 'issued'))))`.as('hasToDecide'),
    sql<boolean>`exists (
      select from match_group join match_group_place on match_group_place.group_id = match_group.id
      where match_group.mentor_id = person.id and match_group.ended_at is null)`.as('hasFormingGroup'),
  ] as const

export async function findStatusFacts(db: Db, personIds: readonly number[], now: Date): Promise<StatusFacts[]> {
  return db
    .selectFrom('person')
    .select(['person.id as personId', 'person.matching_status as matchingStatus'])
    .select(statusFactsAt(now))
    .where(sql<SqlBool>`person.id = any(${[...personIds]}::bigint[])`)
    .where('person.deleted_at', 'is', null)
    .orderBy('person.id')
    .execute()
}

/** Whether the person seeks as a mentor whom the plan requires to be approved, and who is not. */
export async function findAwaitsApproval(db: Db, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('match_seeker as seeker')
    .innerJoin('match_plan as plan', 'plan.project_id', 'seeker.project_id')
    .leftJoin('match_mentor as mentor', 'mentor.person_id', 'seeker.person_id')
    .select('seeker.person_id')
    .where('seeker.person_id', '=', personId)
    .where('seeker.part', '=', 'mentor')
    .where('plan.needs_approval', '=', true)
    .where('mentor.approved_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The person's status, with the settings of the project in which they seek, or else of their own project. */
export type ReaderRow = Omit<StatusFacts, 'personId' | 'matchingStatus'> & {
  groupType: GroupType
  part: 'mentor' | 'mentee' | null
  since: Date | null
  expiryHours: number | null
  formingGroup: FormingGroup | null
}

/** Null if the account has just been deleted. */
export async function findReader(db: Db, personId: number, now: Date): Promise<ReaderRow | null> {
  const row = await db
    .selectFrom('person')
    .leftJoin('match_seeker as seeker', 'seeker.person_id', 'person.id')
    .leftJoin('project', (join) =>
      join.on((eb) => eb('project.id', '=', eb.fn.coalesce('seeker.project_id', 'person.project_id'))),
    )
    .leftJoin('match_plan as plan', 'plan.project_id', 'project.id')
    .select(['project.group_type as groupType', 'seeker.part', 'seeker.since', 'plan.expiry_hours as expiryHours'])
    .select(statusFactsAt(now))
    .select(formingGroupAsJson(db, personId).as('formingGroup'))
    .where('person.id', '=', personId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...row,
    groupType: GroupType.parse(row.groupType ?? '1to1'),
    part: row.part === 'mentor' || row.part === 'mentee' ? row.part : null,
    formingGroup: row.formingGroup && toFormingGroup(row.formingGroup),
  }
}
