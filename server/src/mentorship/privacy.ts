import type { ListenerCtx } from '#core/events.ts'
import { leaveMentorship } from './end.ts'
import { findMemberships } from './privacy-store.ts'

/** Without names: who one walked with is theirs to tell. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  const memberships = await findMemberships(db, personId)
  return { mentorships: memberships.map(({ id: _id, ...membership }) => membership) }
}

/** Their place stays, empty: for those they walked with it is a former member's. */
export async function eraseFor(ctx: ListenerCtx, personId: number): Promise<void> {
  for (const { id, leftAt } of await findMemberships(ctx.db, personId)) {
    if (leftAt === null) await leaveMentorship(ctx, id, personId, { isGone: true })
  }
}
