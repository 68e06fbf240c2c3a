import type { ListenerCtx } from '#core/events.ts'
import { findPeopleIn, raiseWanted } from './sync-claim-store.ts'
import { syncJob } from './sync-jobs.ts'

/** Events of a mentorship are other than they were: so they become in the calendars of everybody who is in it. */
export async function syncPlanned(ctx: ListenerCtx, { mentorshipId }: { mentorshipId: number }): Promise<void> {
  await syncFor(ctx, await findPeopleIn(ctx.db, mentorshipId))
}

/** Who is out of a mentorship has its events no longer. */
export async function syncLeft(ctx: ListenerCtx, { personIds }: { personIds: readonly number[] }): Promise<void> {
  await syncFor(ctx, personIds)
}

/**
 * What was held back while somebody could not come in, or the mentorship area was closed to them, is brought, and what was cancelled
 * meanwhile taken out. Which of it has changed is compared anew: where nothing has, no provider is asked.
 */
export async function syncOpened(ctx: ListenerCtx, { personId }: { personId: number }): Promise<void> {
  await syncFor(ctx, [personId])
}

async function syncFor(ctx: ListenerCtx, personIds: readonly number[]): Promise<void> {
  for (const integrationId of await raiseWanted(ctx.db, personIds)) await ctx.enqueue(syncJob, { integrationId })
}
