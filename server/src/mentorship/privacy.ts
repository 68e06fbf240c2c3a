import type { ListenerCtx } from '#core/ctx.ts'
import { leaveMentorship } from './lifecycle.ts'
import { findEveryMembership } from './store.ts'

/** Without the names of other members: those are their personal data. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  const memberships = await findEveryMembership(db, personId)
  return { mentorships: memberships.map(({ id: _id, ...membership }) => membership) }
}

/** The membership row stays; the others see a former member. */
export async function eraseFor(ctx: ListenerCtx, personId: number): Promise<void> {
  for (const { id, leftAt } of await findEveryMembership(ctx.db, personId)) {
    if (leftAt === null) await leaveMentorship(ctx, id, personId, { isGone: true })
  }
}
