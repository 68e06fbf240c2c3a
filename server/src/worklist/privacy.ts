import type { ListenerCtx } from '#core/ctx.ts'
import { releaseJob } from './jobs.ts'
import * as store from './privacy-store.ts'

export const exportFor = async ({ db }: ListenerCtx, personId: number) => ({
  contacts: await store.findContactsAbout(db, personId),
  nextContact: await store.findNextContactOf(db, personId),
  notedContacts: await store.findContactsBy(db, personId),
  nudges: await store.findNudgesTo(db, personId),
  pairNotes: await store.findPairNotesBy(db, personId),
  reasonsOnTheList: await store.findReasons(db, personId),
})

/** If the person is a colleague, their work becomes unassigned. */
export async function eraseFor(ctx: ListenerCtx, personId: number): Promise<void> {
  await store.deleteAbout(ctx.db, personId)
  await store.deleteTraces(ctx.db, personId)
  await ctx.enqueue(releaseJob, {})
}
