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
