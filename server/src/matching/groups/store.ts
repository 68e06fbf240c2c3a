import type { Db } from '#core/ctx.ts'

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
export type FormingGroupRow = {
  projectId: number
  mentorId: number
  size: number
  startsInDays: number
  id: number | null
  createdOn: Date | null
  startsAt: Date | null
  stalledAt: Date | null
}

const columns = [
  'plan.project_id as projectId',
  'plan.group_starts_in as startsInDays',
  'forming.id',
  'forming.created_on as createdOn',
  'forming.starts_at as startsAt',
  'forming.stalled_at as stalledAt',
] as const

/** The group that a mentor is forming, or could form because they are seeking mentees for a group. */
export async function findGroupOfMentor(db: Db, mentorId: number): Promise<FormingGroupRow | null> {
  const row = await db
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
    .select(({ fn, ref }) => fn.coalesce(ref('forming.size'), ref('plan.group_size')).as('size'))
    .where('project.group_type', '=', '1toM')
    .where(({ or, eb }) => or([eb('forming.id', 'is not', null), eb('seeker.person_id', 'is not', null)]))
    .executeTakeFirst()
  return row ? { ...row, mentorId } : null
}

/** The group in which a mentee has a place. */
export async function findGroupOfMentee(db: Db, menteeId: number): Promise<FormingGroupRow | null> {
  const row = await db
    .selectFrom('match_group_place as place')
    .innerJoin('match_group as forming', 'forming.id', 'place.group_id')
    .innerJoin('match_plan as plan', 'plan.project_id', 'forming.project_id')
    .select(columns)
    .select(['forming.size', 'forming.mentor_id as mentorId'])
    .where('place.mentee_id', '=', menteeId)
    .where('forming.ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export type MemberRow = {
  personId: number
  /** Null for the mentor. */
  place: number | null
  firstName: string
  lastName: string
  deletedAt: Date | null
  pictureUrl: string | null
  pictureFileId: string | null
}

/** The mentor first, then the mentees in the order of their places. */
export async function findMembers(db: Db, { id, mentorId }: Pick<FormingGroupRow, 'id' | 'mentorId'>): Promise<MemberRow[]> {
  const places = await db
    .selectFrom('match_group_place')
    .select(['mentee_id as menteeId', 'place'])
    .where('group_id', '=', id)
    .orderBy('place')
    .execute()
  const ids = [mentorId, ...places.map(({ menteeId }) => menteeId)]
  const people = await db
    .selectFrom('person')
    .select([
      'person.id as personId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.deleted_at as deletedAt',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
    ])
    .where('person.id', 'in', ids)
    .execute()
  return ids.flatMap((personId) => {
    const place = places.find(({ menteeId }) => menteeId === personId)?.place ?? null
    return people.flatMap((person) => (person.personId === personId ? [{ ...person, place }] : []))
  })
}
