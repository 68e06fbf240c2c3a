import type { Db } from '#core/ctx.ts'

/** A group that is coming together, as far as it is there: before the first mentee there is only who will lead it. */
export type GatheringRow = {
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
  'gathering.id',
  'gathering.created_on as createdOn',
  'gathering.starts_at as startsAt',
  'gathering.stalled_at as stalledAt',
] as const

/** The one that a mentor gathers, or could: who seeks mentees for a group is there, too. */
export async function findGatheringOfMentor(db: Db, mentorId: number): Promise<GatheringRow | null> {
  const row = await db
    .selectFrom('match_plan as plan')
    .innerJoin('project', 'project.id', 'plan.project_id')
    .leftJoin('match_group as gathering', (join) =>
      join
        .onRef('gathering.project_id', '=', 'plan.project_id')
        .on('gathering.mentor_id', '=', mentorId)
        .on('gathering.ended_at', 'is', null),
    )
    .leftJoin('match_seeker as seeker', (join) =>
      join
        .onRef('seeker.project_id', '=', 'plan.project_id')
        .on('seeker.person_id', '=', mentorId)
        .on('seeker.part', '=', 'mentor'),
    )
    .select(columns)
    .select(({ fn, ref }) => fn.coalesce(ref('gathering.size'), ref('plan.group_size')).as('size'))
    .where('project.group_type', '=', '1toM')
    .where(({ or, eb }) => or([eb('gathering.id', 'is not', null), eb('seeker.person_id', 'is not', null)]))
    .executeTakeFirst()
  return row ? { ...row, mentorId } : null
}

/** The one in which a mentee has a place. */
export async function findGatheringOfMentee(db: Db, menteeId: number): Promise<GatheringRow | null> {
  const row = await db
    .selectFrom('match_group_place as place')
    .innerJoin('match_group as gathering', 'gathering.id', 'place.group_id')
    .innerJoin('match_plan as plan', 'plan.project_id', 'gathering.project_id')
    .select(columns)
    .select(['gathering.size', 'gathering.mentor_id as mentorId'])
    .where('place.mentee_id', '=', menteeId)
    .where('gathering.ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export type GatheredRow = {
  personId: number
  /** Null for the mentor, who needs none. */
  place: number | null
  firstName: string
  lastName: string
  deletedAt: Date | null
  pictureUrl: string | null
  pictureFileId: string | null
}

/** The mentor first, then the mentees in the order of their places. */
export async function findGathered(db: Db, { id, mentorId }: Pick<GatheringRow, 'id' | 'mentorId'>): Promise<GatheredRow[]> {
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
