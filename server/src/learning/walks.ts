import type { ListenerCtx } from '#core/events.ts'
import type { MentorshipSessionRef } from './events.ts'
import {
  insertWalks,
  lockWalks,
  type NewWalk,
  updateCompletedOf,
  updateCompletedTogether,
  updateWalksClosed,
} from './walk-store.ts'

/** A session of a mentorship is whole when everybody who still walks in it is done; until then who is done waits. Its walks are locked. */
export async function completeTogether(ctx: Pick<ListenerCtx, 'db' | 'raise'>, finished: MentorshipSessionRef): Promise<void> {
  await updateCompletedTogether(ctx.db, finished.mentorshipId)
  await ctx.raise({ type: 'learning.walk_finished', ...finished })
}

/** From now on these people walk through these sessions. */
export function openWalks({ db }: Pick<ListenerCtx, 'db'>, walks: readonly NewWalk[]): Promise<void> {
  return insertWalks(db, walks)
}

/** These people write no more; neither they nor those who stay wait for each other any longer. */
export async function closeWalks(
  { db, now }: Pick<ListenerCtx, 'db' | 'now'>,
  mentorshipId: number,
  personIds: readonly number[],
): Promise<void> {
  await lockWalks(db, mentorshipId)
  await updateWalksClosed(db, mentorshipId, personIds, now())
  await updateCompletedOf(db, mentorshipId, personIds)
  await updateCompletedTogether(db, mentorshipId)
}
