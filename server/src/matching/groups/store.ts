import { type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type PlanCriterion, PlanCriteria } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { toTime } from '#core/db/json-times.ts'
import { SeekerAnswers } from '../offer.ts'

export type GroupRow = {
  id: number
  projectId: number
  mentorId: number
  size: number
  startsAt: Date
  stalledAt: Date | null
  endedAt: Date | null
}
export type PlaceRow = { place: number; menteeId: number; offerId: number }

function groups(db: Db) {
  return db
    .selectFrom('match_group')
    .select([
      'id',
      'project_id as projectId',
      'mentor_id as mentorId',
      'size',
      'starts_at as startsAt',
      'stalled_at as stalledAt',
      'ended_at as endedAt',
    ])
}

export async function findGroup(db: Db, id: number): Promise<GroupRow | null> {
  return (await groups(db).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Lock order: the members first, then the group. */
export async function lockGroup(db: Db, id: number): Promise<GroupRow | null> {
  return (await groups(db).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

export async function lockGroupOf(db: Db, mentorId: number): Promise<GroupRow | null> {
  const row = await groups(db).where('mentor_id', '=', mentorId).where('ended_at', 'is', null).forUpdate().executeTakeFirst()
  return row ?? null
}

export function findPlaces(db: Db, groupId: number): Promise<PlaceRow[]> {
  return db
    .selectFrom('match_group_place')
    .select(['place', 'mentee_id as menteeId', 'offer_id as offerId'])
    .where('group_id', '=', groupId)
    .orderBy('place')
    .execute()
}

export async function insertGroup(
  db: Db,
  group: { projectId: number; mentorId: number; size: number; createdOn: Date; startsAt: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('match_group')
    .values({
      project_id: group.projectId,
      mentor_id: group.mentorId,
      size: group.size,
      created_on: group.createdOn,
      starts_at: group.startsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertPlaces(db: Db, groupId: number, places: readonly PlaceRow[], now: Date): Promise<void> {
  await db
    .insertInto('match_group_place')
    .values(
      places.map(({ place, menteeId, offerId }) => ({
        group_id: groupId,
        place,
        mentee_id: menteeId,
        offer_id: offerId,
        taken_at: now,
      })),
    )
    .execute()
}

/** Moves the start date and clears the stalled mark. */
export async function updateGroupTime(db: Db, id: number, startsAt: Date): Promise<void> {
  await db.updateTable('match_group').set({ starts_at: startsAt, stalled_at: null }).where('id', '=', id).execute()
}

export async function updateGroupStalled(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('match_group').set({ stalled_at: now }).where('id', '=', id).execute()
}

/** Deletes its places, so that the members can take a place in another group later. */
export async function updateGroupEnded(db: Db, id: number, now: Date): Promise<void> {
  await db.deleteFrom('match_group_place').where('group_id', '=', id).execute()
  await db.updateTable('match_group').set({ ended_at: now }).where('id', '=', id).execute()
}

export async function updateGroupMentorship(db: Db, id: number, mentorshipId: number): Promise<void> {
  await db.updateTable('match_group').set({ mentorship_id: mentorshipId }).where('id', '=', id).execute()
}

/** A group that is still forming. Without a first mentee there is no group row, only the mentor who would lead it. */
export type FormingGroup = {
  projectId: number
  mentorId: number
  size: number
  startsInDays: number
  id: number | null
  createdOn: Date | null
  startsAt: Date | null
  stalledAt: Date | null
  criteria: readonly PlanCriterion[]
  /** The mentor first, then the mentees in the order of their places. */
  people: readonly MemberRow[]
  /** By person, for people in the pool. */
  answers: ReadonlyMap<number, SeekerAnswers>
}

type MemberRow = {
  personId: number
  /** Null for the mentor. */
  place: number | null
  firstName: string
  lastName: string
  deletedAt: Date | null
  pictureUrl: string | null
  pictureFileId: string | null
}

const columns = [
  'plan.project_id as projectId',
  'plan.group_starts_in as startsInDays',
  'plan.criteria',
  'forming.id',
  'forming.created_on as createdOn',
  'forming.starts_at as startsAt',
  'forming.stalled_at as stalledAt',
] as const

type PersonJson = Omit<MemberRow, 'deletedAt'> & { deletedAt: string | null; answers: unknown }

const peopleOf = (mentorId: RawBuilder<number>) => sql<PersonJson[]>`(
  select json_agg(json_build_object('personId', person.id, 'place', member.place, 'firstName', person.first_name,
    'lastName', person.last_name, 'deletedAt', person.deleted_at, 'pictureUrl', person.picture_url,
    'pictureFileId', person.picture_file_id, 'answers', seeker.answers) order by member.place nulls first)
  from (
    select ${mentorId} as person_id, null as place
    union all select mentee_id, place from match_group_place where group_id = forming.id
  ) as member
  join person on person.id = member.person_id
  left join match_seeker seeker on seeker.person_id = member.person_id)`

/** The group that a mentor is forming, or could form because they are seeking mentees for a group. */
const groupOfMentor = (db: Db, mentorId: number) =>
  db
    .selectFrom('match_plan as plan')
    .innerJoin('project', 'project.id', 'plan.project_id')
    .leftJoin('match_group as forming', (join) =>
      join
        .onRef('forming.project_id', '=', 'plan.project_id')
        .on('forming.mentor_id', '=', mentorId)
        .on('forming.ended_at', 'is', null),
    )
    .leftJoin('match_seeker as seeker', (join) =>
      join
        .onRef('seeker.project_id', '=', 'plan.project_id')
        .on('seeker.person_id', '=', mentorId)
        .on('seeker.part', '=', 'mentor'),
    )
    .select(columns)
    .select(({ fn, ref }) => [
      fn.coalesce(ref('forming.size'), ref('plan.group_size')).as('size'),
      sql<number>`${mentorId}::bigint`.as('mentorId'),
      peopleOf(sql<number>`${mentorId}::bigint`).as('people'),
    ])
    .where('project.group_type', '=', '1toM')
    .where(({ or, eb }) => or([eb('forming.id', 'is not', null), eb('seeker.person_id', 'is not', null)]))
    .limit(1)

/** The group in which a mentee has a place. */
const groupOfMentee = (db: Db, menteeId: number) =>
  db
    .selectFrom('match_group_place as place')
    .innerJoin('match_group as forming', 'forming.id', 'place.group_id')
    .innerJoin('match_plan as plan', 'plan.project_id', 'forming.project_id')
    .select(columns)
    .select(['forming.size', 'forming.mentor_id as mentorId', peopleOf(sql.ref<number>('forming.mentor_id')).as('people')])
    .where('place.mentee_id', '=', menteeId)
    .where('forming.ended_at', 'is', null)
    .limit(1)

/** Part of a statement, to be read with `toFormingGroup`. */
export const formingGroupAsJson = (db: Db, mentorId: number) => jsonObjectFrom(groupOfMentor(db, mentorId))
type FormingGroupJson = ReturnType<typeof formingGroupAsJson> extends RawBuilder<infer Json> ? NonNullable<Json> : never

export function toFormingGroup({ people, criteria, createdOn, startsAt, stalledAt, ...row }: FormingGroupJson): FormingGroup {
  return {
    ...row,
    createdOn: toTime(createdOn),
    startsAt: toTime(startsAt),
    stalledAt: toTime(stalledAt),
    criteria: PlanCriteria.parse(criteria),
    people: people.map((person) => ({ ...person, deletedAt: toTime(person.deletedAt) })),
    answers: new Map(
      people.flatMap(({ personId, answers }) => (answers === null ? [] : [[personId, SeekerAnswers.parse(answers)]])),
    ),
  }
}

/** As its mentor, or else as one of its mentees. */
export async function findFormingGroup(db: Db, personId: number): Promise<FormingGroup | null> {
  const { led, joined } = await db
    .selectNoFrom([formingGroupAsJson(db, personId).as('led'), jsonObjectFrom(groupOfMentee(db, personId)).as('joined')])
    .executeTakeFirstOrThrow()
  const found = led ?? joined
  return found && toFormingGroup(found)
}
