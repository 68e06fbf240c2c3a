import type { ListenerCtx } from '#core/ctx.ts'
import type { MentorshipSessionRef } from '../events.ts'
import {
  insertMentorshipSessions,
  lockMentorship,
  type NewMentorshipSession,
  updateCompletedOf,
  updateCompletedTogether,
  updateMentorshipSessionsClosed,
} from './session-store.ts'

/** A mentorship session is complete when all remaining members are done. The caller holds the mentorship lock. */
export async function completeTogether(ctx: Pick<ListenerCtx, 'db' | 'raise'>, finished: MentorshipSessionRef): Promise<void> {
  await updateCompletedTogether(ctx.db, finished.mentorshipId)
  await ctx.raise({ type: 'learning.walk_finished', ...finished })
}

/** Opens these sessions to these people. */
export function openMentorshipSessions(
  { db }: Pick<ListenerCtx, 'db'>,
  sessions: readonly NewMentorshipSession[],
): Promise<void> {
  return insertMentorshipSessions(db, sessions)
}

/** Ends write access for these people, and completes sessions that were waiting only for them. */
export async function closeMentorshipSessions(
  { db, now }: Pick<ListenerCtx, 'db' | 'now'>,
  mentorshipId: number,
  personIds: readonly number[],
): Promise<void> {
  await lockMentorship(db, mentorshipId)
  await updateMentorshipSessionsClosed(db, mentorshipId, personIds, now())
  await updateCompletedOf(db, mentorshipId, personIds)
  await updateCompletedTogether(db, mentorshipId)
}
