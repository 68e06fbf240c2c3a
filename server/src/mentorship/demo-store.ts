import type { Db } from '#core/ctx.ts'

type MentorshipKey = { projectId: number; mentorId: number; menteeIds: readonly number[]; startedAt: Date }

/** Finds the mentorship just created; these people have no other with the same start time. */
export async function findMade(db: Db, { projectId, mentorId, menteeIds, startedAt }: MentorshipKey): Promise<number | null> {
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
