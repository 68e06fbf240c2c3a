import type { ListenerCtx } from '#core/events.ts'
import { findOpenGeneration } from './feed-store.ts'
import type { Sealer } from './integration-secret.ts'
import { partFrom } from './parting.ts'
import * as store from './privacy-store.ts'

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
  await store.updateUnreadWiped(db, personId)
  await store.updatePlannedNameless(db, personId)
}
