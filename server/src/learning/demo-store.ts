import type { Db } from '#core/ctx.ts'
import type { NewAttempt } from './quiz/attempt-store.ts'
import type { Track } from './progress-store.ts'

export type ProgressRow = Track & {
  sessionId: number
  versionId: number
  status: string
  startedAt: Date
  completedAt: Date | null
  lastStepId: number | null
  lastSeenAt: Date
}

export async function insertProgress(db: Db, rows: readonly ProgressRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('session_progress')
    .values(
      rows.map((row) => ({
        person_id: row.personId,
        mentorship_id: row.mentorshipId,
        session_id: row.sessionId,
        version_id: row.versionId,
        status: row.status,
        started_at: row.startedAt,
        completed_at: row.completedAt,
        last_step_id: row.lastStepId,
        last_seen_at: row.lastSeenAt,
      })),
    )
    .execute()
}

export async function insertStepCompletions(
  db: Db,
  rows: readonly (Track & { stepId: number; completedAt: Date })[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('step_completion')
    .values(
      rows.map((row) => ({
        person_id: row.personId,
        mentorship_id: row.mentorshipId,
        step_id: row.stepId,
        completed_at: row.completedAt,
      })),
    )
    .execute()
}

export async function insertBookmarks(db: Db, rows: readonly { personId: number; sessionId: number; at: Date }[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('bookmark')
    .values(rows.map((row) => ({ person_id: row.personId, session_id: row.sessionId, created_at: row.at })))
    .execute()
}

export async function insertAttempts(db: Db, attempts: readonly NewAttempt[]): Promise<void> {
  if (attempts.length === 0) return
  await db
    .insertInto('quiz_attempt')
    .values(
      attempts.map((attempt) => ({
        person_id: attempt.personId,
        mentorship_id: attempt.mentorshipId,
        step_id: attempt.stepId,
        quiz_id: attempt.quizId,
        number: attempt.number,
        answers: JSON.stringify(attempt.answers),
        right_count: attempt.rightCount,
        marked_count: attempt.markedCount,
        submitted_at: attempt.submittedAt,
      })),
    )
    .execute()
}

type RatingRow = Track & { sessionId: number; rating: number; at: Date }

export async function insertRatings(db: Db, rows: readonly RatingRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('session_feedback')
    .values(
      rows.map((row) => ({
        person_id: row.personId,
        mentorship_id: row.mentorshipId,
        session_id: row.sessionId,
        rating: row.rating,
        review: '',
        rated_at: row.at,
      })),
    )
    .execute()
}
