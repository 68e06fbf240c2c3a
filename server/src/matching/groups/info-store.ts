import type { Db } from '#core/ctx.ts'

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
