import type { Db } from '#core/ctx.ts'

type Made = { projectId: number; mentorId: number; menteeIds: readonly number[]; startedAt: Date }

/** The one that was made a moment ago between people who have no other that began then. */
export async function findMade(db: Db, { projectId, mentorId, menteeIds, startedAt }: Made): Promise<number | null> {
  const row = await db
    .selectFrom('mentorship')
    .innerJoin('mentorship_member as mentor', 'mentor.mentorship_id', 'mentorship.id')
    .innerJoin('mentorship_member as mentee', 'mentee.mentorship_id', 'mentorship.id')
    .select('mentorship.id')
    .where('mentorship.project_id', '=', projectId)
    .where('mentorship.started_at', '=', startedAt)
    .where('mentor.person_id', '=', mentorId)
    .where('mentee.person_id', 'in', menteeIds)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
