import type { Db } from '#core/ctx.ts'
import type { ListenerCtx } from '#core/events.ts'
import { updateTitlesWiped } from '#notices/public.ts'
import { findOpenGeneration } from './feed-store.ts'
import type { Sealer } from './integration-secret.ts'
import { partFrom } from './parting.ts'
import * as store from './privacy-store.ts'
import { calendarOf } from './tell.ts'

export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    planned: await store.findPlannedBy(db, personId),
    connections: await store.findConnections(db, personId),
    hasPrivateAddress: (await findOpenGeneration(db, personId)) !== null,
  }
}

/** After the person has left their mentorships: what is over by now loses its words, what goes on only the name. */
export async function eraseFor(ctx: ListenerCtx, sealer: Sealer, personId: number): Promise<void> {
  const { db } = ctx
  await partFrom(ctx, sealer, personId)
  await store.deleteFeedOf(db, personId)
  await forgetTitles(db, await store.updateUnreadWiped(db, personId))
  await store.updatePlannedNameless(db, personId)
}

/** Who left while it went on has left words in it, which end with the mentorship. */
export async function wipeNameless({ db }: ListenerCtx, mentorshipId: number): Promise<void> {
  await forgetTitles(db, await store.updateNamelessWiped(db, mentorshipId))
}

/** The others were told of it by its title. Titles that still stand there are other people's, and stay. */
async function forgetTitles(db: Db, mentorshipIds: readonly number[]): Promise<void> {
  for (const id of mentorshipIds) await updateTitlesWiped(db, calendarOf(id), await store.findTitlesIn(db, id))
}
