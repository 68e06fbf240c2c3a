import type { StalledGroup } from '@saathi/contract/matching/staff-calls'
import { displayName } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

/** Stalled groups first, then by start date. */
export async function findGroupPage(
  db: Db,
  { page, size }: { page: number; size: number },
): Promise<{ groups: StalledGroup[]; hasNextPage: boolean }> {
  const rows = await db
    .selectFrom('match_group as forming')
    .innerJoin('project', 'project.id', 'forming.project_id')
    .innerJoin('person as mentor', 'mentor.id', 'forming.mentor_id')
    .select([
      'forming.id',
      'project.key as project',
      'forming.mentor_id as mentor',
      'mentor.first_name as firstName',
      'mentor.last_name as lastName',
      'forming.size as groupSize',
      'forming.created_on as createdOn',
      'forming.starts_at as startsAt',
      'forming.stalled_at as stalledAt',
    ])
    .where('forming.ended_at', 'is', null)
    .orderBy('forming.stalled_at', (order) => order.asc().nullsLast())
    .orderBy('forming.starts_at')
    .orderBy('forming.id')
    .limit(size + 1)
    .offset((page - 1) * size)
    .execute()
  const shown = rows.slice(0, size)
  const mentees = await findMentees(
    db,
    shown.map(({ id }) => id),
  )
  const groups = shown.map(({ firstName, lastName, stalledAt, createdOn, startsAt, ...row }) => ({
    ...row,
    mentorName: displayName({ firstName, lastName }),
    mentees: (mentees.get(row.id) ?? []).map((mentee) => ({ id: mentee.id, name: displayName(mentee) })),
    createdOn: createdOn.toISOString(),
    startsAt: startsAt.toISOString(),
    isStalled: stalledAt !== null,
  }))
  return { groups, hasNextPage: rows.length > size }
}

async function findMentees(db: Db, groupIds: readonly number[]) {
  if (groupIds.length === 0) return new Map<number, never[]>()
  const rows = await db
    .selectFrom('match_group_place as place')
    .innerJoin('person', 'person.id', 'place.mentee_id')
    .select(['place.group_id as groupId', 'person.id', 'person.first_name as firstName', 'person.last_name as lastName'])
    .where('place.group_id', 'in', groupIds)
    .orderBy('place.place')
    .execute()
  return Map.groupBy(rows, ({ groupId }) => groupId)
}
