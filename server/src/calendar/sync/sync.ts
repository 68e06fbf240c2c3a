import type { ListenerCtx } from '#core/ctx.ts'
import { findPeopleIn, markOutdated } from './claim-store.ts'
import { syncJob } from './jobs.ts'

/** Events of a mentorship changed: update the calendars of all its members. */
export async function syncPlanned(ctx: ListenerCtx, { mentorshipId }: { mentorshipId: number }): Promise<void> {
  await syncFor(ctx, await findPeopleIn(ctx.db, mentorshipId))
}

/** Removes the events for people who left a mentorship. */
export async function syncLeft(ctx: ListenerCtx, { personIds }: { personIds: readonly number[] }): Promise<void> {
  await syncFor(ctx, personIds)
}

/** Syncs what was withheld while the person was disabled or the area closed. Unchanged events cause no provider requests. */
export async function syncOpened(ctx: ListenerCtx, { personId }: { personId: number }): Promise<void> {
  await syncFor(ctx, [personId])
}

async function syncFor(ctx: ListenerCtx, personIds: readonly number[]): Promise<void> {
  for (const integrationId of await markOutdated(ctx.db, personIds)) await ctx.enqueue(syncJob, { integrationId })
}
