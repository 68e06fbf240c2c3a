import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Progress is stored separately for the learning hub (null) and for each mentorship. */
export type Track = { personId: number; mentorshipId: number | null }

/** Null-safe SQL equality operator: `.where('mentorship_id', sameAs(id), id)`. */
export const sameAs = (mentorshipId: number | null): 'is' | '=' => (mentorshipId === null ? 'is' : '=')

/** False when the session was already started; nothing changes then. */
export async function insertProgress(
  db: Db,
  started: Track & { sessionId: number; versionId: number; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('session_progress')
    .values({
      person_id: started.personId,
      mentorship_id: started.mentorshipId,
      session_id: started.sessionId,
      version_id: started.versionId,
      status: 'ONGOING',
      started_at: started.now,
      last_seen_at: started.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('session_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Row lock until the end of the transaction, so concurrent completions are counted one at a time. */
export async function lockProgress(db: Db, { personId, mentorshipId }: Track, sessionId: number): Promise<void> {
  await db
    .selectFrom('session_progress')
    .select('status')
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .where('mentorship_id', sameAs(mentorshipId), mentorshipId)
    .forUpdate()
    .execute()
}

export async function findCompletedSteps(db: Db, { personId, mentorshipId }: Track, versionId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('step_completion')
    .innerJoin('step', 'step.id', 'step_completion.step_id')
    .select('step.id')
    .where('step_completion.person_id', '=', personId)
    .where('step_completion.mentorship_id', sameAs(mentorshipId), mentorshipId)
    .where('step.version_id', '=', versionId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** False when the step was already completed. */
export async function insertCompletion(db: Db, { personId, mentorshipId }: Track, stepId: number, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('step_completion')
    .values({ person_id: personId, mentorship_id: mentorshipId, step_id: stepId, completed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('step_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateLastStep(db: Db, track: Track, sessionId: number, stepId: number, now: Date): Promise<void> {
  const { personId, mentorshipId } = track
  await db
    .updateTable('session_progress')
    .set({ last_step_id: stepId, last_seen_at: now })
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .where('mentorship_id', sameAs(mentorshipId), mentorshipId)
    .execute()
}

/** True when this call completed the session. In a mentorship the status stays PARTIAL_COMPLETE until all members are done. */
export async function updateCompleted(db: Db, track: Track, sessionId: number, now: Date): Promise<boolean> {
  const { personId, mentorshipId } = track
  const row = await db
    .updateTable('session_progress')
    .set({ status: mentorshipId === null ? 'COMPLETED' : 'PARTIAL_COMPLETE', completed_at: now })
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .where('mentorship_id', sameAs(mentorshipId), mentorshipId)
    .where('completed_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lock until the end of the transaction: of two concurrent completions, the second must count the first. */
export async function lockCompletedCount(db: Db, personId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`completed ${personId}`}, 0))`.execute(db)
}

export async function countCompletedHubSessions(db: Db, personId: number): Promise<number> {
  const { count } = await db
    .selectFrom('session_progress')
    .innerJoin('session', 'session.id', 'session_progress.session_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('session_progress.person_id', '=', personId)
    .where('session_progress.status', '=', 'COMPLETED')
    .where('session.is_learning_hub', '=', true)
    .where('session_progress.mentorship_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function findFeedback(db: Db, { personId, mentorshipId }: Track, sessionId: number) {
  const row = await db
    .selectFrom('session_feedback')
    .select(['rating', 'review'])
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .where('mentorship_id', sameAs(mentorshipId), mentorshipId)
    .executeTakeFirst()
  return row ?? null
}

export async function saveFeedback(
  db: Db,
  feedback: Track & { sessionId: number; rating: number; review: string; now: Date },
): Promise<void> {
  const { personId, mentorshipId, sessionId, rating, review, now } = feedback
  await db
    .insertInto('session_feedback')
    .values({ person_id: personId, mentorship_id: mentorshipId, session_id: sessionId, rating, review, rated_at: now })
    .onConflict((conflict) => conflict.constraint('session_feedback_once').doUpdateSet({ rating, review, rated_at: now }))
    .execute()
}
