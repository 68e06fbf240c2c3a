import { GroupType } from '@saathi/contract/mentorship/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

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

export async function findStatusFacts(db: Db, personIds: readonly number[], now: Date): Promise<StatusFacts[]> {
  const { rows } = await sql<StatusFacts>`
    select
      person.id as "personId",
      person.matching_status as "matchingStatus",
      exists (select from match_seeker where person_id = person.id) as "isSeeking",
      exists (
        select from match_group_place join match_group on match_group.id = match_group_place.group_id
        where match_group_place.mentee_id = person.id and match_group.ended_at is null
      ) as "hasPlace",
      exists (
        select from match_offer where mentee_id = person.id and state = 'chosen' and expires_at > ${now}
      ) as "awaitsMentor",
      exists (
        select from match_offer where mentee_id = person.id and group_type = '1to1' and state = 'issued' and expires_at > ${now}
      ) or exists (
        select from match_offer where mentor_id = person.id and expires_at > ${now}
          and (group_type, state) in (('1to1', 'chosen'), ('1toM', 'issued'))
      ) as "hasToDecide",
      exists (
        select from match_group join match_group_place on match_group_place.group_id = match_group.id
        where match_group.mentor_id = person.id and match_group.ended_at is null
      ) as "hasFormingGroup"
    from person
    where person.id = any(${[...personIds]}::bigint[]) and person.deleted_at is null
    order by person.id`.execute(db)
  return rows
}

/** Matching settings of the project in which the person seeks, or else of their own project. */
export type ReaderRow = {
  projectId: number | null
  groupType: GroupType
  part: 'mentor' | 'mentee' | null
  since: Date | null
  expiryHours: number | null
}

export async function findReader(db: Db, personId: number): Promise<ReaderRow> {
  const row = await db
    .selectFrom('person')
    .leftJoin('match_seeker as seeker', 'seeker.person_id', 'person.id')
    .leftJoin('project', (join) =>
      join.on((eb) => eb('project.id', '=', eb.fn.coalesce('seeker.project_id', 'person.project_id'))),
    )
    .leftJoin('match_plan as plan', 'plan.project_id', 'project.id')
    .select([
      'project.id as projectId',
      'project.group_type as groupType',
      'seeker.part',
      'seeker.since',
      'plan.expiry_hours as expiryHours',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirst()
  return {
    projectId: row?.projectId ?? null,
    groupType: GroupType.parse(row?.groupType ?? '1to1'),
    part: row?.part === 'mentor' || row?.part === 'mentee' ? row.part : null,
    since: row?.since ?? null,
    expiryHours: row?.expiryHours ?? null,
  }
}
