import type { Db } from '#core/ctx.ts'

export type ProgressRow = {
  personId: number
  sessionId: number
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
        session_id: row.sessionId,
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
  rows: readonly { personId: number; stepId: number; completedAt: Date }[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('step_completion')
    .values(rows.map((row) => ({ person_id: row.personId, step_id: row.stepId, completed_at: row.completedAt })))
    .execute()
}

export async function insertBookmarks(db: Db, rows: readonly { personId: number; sessionId: number; at: Date }[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('bookmark')
    .values(rows.map((row) => ({ person_id: row.personId, session_id: row.sessionId, created_at: row.at })))
    .execute()
}
