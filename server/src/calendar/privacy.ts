import type { Db, ListenerCtx } from '#core/ctx.ts'
import { updateTitlesWiped } from '#notices/public.ts'
import { findOpenGeneration } from './feed-store.ts'
import type { Sealer } from './integration-secret.ts'
import { scheduleRemovals } from './removal.ts'
import * as store from './privacy-store.ts'
import { calendarPrefix } from './notices.ts'

export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    planned: await store.findPlannedBy(db, personId),
    connections: await store.findConnections(db, personId),
    hasPrivateAddress: (await findOpenGeneration(db, personId)) !== null,
  }
}

/** Runs after the person has left their mentorships: ended ones lose the event texts, active ones only the creator. */
export async function eraseFor(ctx: ListenerCtx, sealer: Sealer, personId: number): Promise<void> {
  const { db } = ctx
  await scheduleRemovals(ctx, sealer, personId)
  await store.deleteFeedOf(db, personId)
  await forgetTitles(db, await store.updateUnreadWiped(db, personId))
  await store.updatePlannedNameless(db, personId)
}

/** Wipes the texts of people who left while the mentorship was active. */
export async function wipeNameless({ db }: ListenerCtx, mentorshipId: number): Promise<void> {
  await forgetTitles(db, await store.updateNamelessWiped(db, mentorshipId))
}

/** Notices contain the titles. Titles that are still in use belong to others and stay. */
async function forgetTitles(db: Db, mentorshipIds: readonly number[]): Promise<void> {
  for (const id of mentorshipIds) await updateTitlesWiped(db, calendarPrefix(id), await store.findTitlesIn(db, id))
}
