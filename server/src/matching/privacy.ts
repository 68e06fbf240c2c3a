import type { ListenerCtx } from '#core/ctx.ts'
import { closeOpenOffers } from './offers/close.ts'
import { Reasons } from './offer.ts'
import * as store from './privacy-store.ts'
import { statusOf } from './show-match.ts'

/** Leaves out the names, answers and rejections of other people. */
export async function exportFor({ db, now }: ListenerCtx, personId: number) {
  const offers = await store.findOwnOffers(db, personId)
  return {
    search: await store.findOwnSearch(db, personId),
    asMentor: await store.findOwnApproval(db, personId),
    checks: await store.findOwnChecks(db, personId),
    takenOutAt: await store.findTakenOutAt(db, personId),
    restsUntil: await store.findRest(db, personId),
    offers: offers.map(({ id: _id, mentorId, reasons, state, endedBy, expiresAt, ...offer }) => {
      const part = mentorId === personId ? ('mentor' as const) : ('mentee' as const)
      const status = statusOf({ state, endedBy, expiresAt, side: part }, now())
      return {
        ...offer,
        status,
        part,
        answers: Object.fromEntries(Reasons.parse(reasons).map((reason) => [reason.key, reason[part]])),
      }
    }),
    groups: await store.findOwnGroups(db, personId),
  }
}

/** Ends open offers first, so that nobody waits for somebody who has left. */
export async function eraseFor(ctx: ListenerCtx, personId: number): Promise<void> {
  await closeOpenOffers(ctx, personId, 'unavailable')
  await store.updateOffersEmptied(ctx.db, personId)
  await store.deleteAllOf(ctx.db, personId)
}
