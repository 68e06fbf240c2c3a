import type { Ctx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import type { ListenerCtx } from '#core/events.ts'
import { requireConfirmed } from './access.ts'
import { endEverySignInOf } from './end-sign-ins.ts'
import { findLeaverForUpdate, updateLeavesAt } from './leave-store.ts'
import { eraseFor } from './privacy.ts'
import { updatePicture } from './profile-store.ts'

const UNDO_MS = 14 * 24 * 60 * 60 * 1000

/** Asked twice, the first day counts: nobody should have to wait longer for having asked again. */
export async function leaveSaathi(ctx: Ctx): Promise<Date> {
  await requireConfirmed(ctx)
  const asked = await requireStillHere(ctx)
  if (asked.leavesAt) return asked.leavesAt
  const leavesAt = new Date(ctx.now().getTime() + UNDO_MS)
  await setLeavesAt(ctx, leavesAt)
  await ctx.raise({ type: 'accounts.leave_asked', personId: ctx.actor.personId, leavesAt })
  return leavesAt
}

export async function stayWithSaathi(ctx: Ctx): Promise<void> {
  const { leavesAt } = await requireStillHere(ctx)
  if (!leavesAt) return
  await setLeavesAt(ctx, null)
  await ctx.raise({ type: 'accounts.stayed', personId: ctx.actor.personId })
}

/** Who was erased a moment ago, while this call was on its way, is answered as from now on. */
async function requireStillHere({ db, actor }: Ctx) {
  const person = await findLeaverForUpdate(db, actor.personId)
  if (person.deletedAt) throw coreRefusal('core.signed_out')
  return person
}

async function setLeavesAt(ctx: Ctx, leavesAt: Date | null): Promise<void> {
  const { personId } = ctx.actor
  await updateLeavesAt(ctx.db, personId, leavesAt)
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}

/** Once the two weeks are over, and only then; whoever changed their mind meanwhile stays. */
export async function erasePerson(ctx: ListenerCtx, personId: number): Promise<void> {
  const { email, leavesAt, deletedAt } = await findLeaverForUpdate(ctx.db, personId)
  if (deletedAt || !leavesAt || leavesAt > ctx.now()) return
  await endEverySignInOf(ctx, personId, 'ended_elsewhere')
  // A file that is still shown could not be deleted.
  await updatePicture(ctx.db, personId, null)
  await ctx.raise({ type: 'accounts.erase_asked', personId })
  await eraseFor(ctx, personId, email)
  ctx.log.info({ personId }, 'accounts: a person has left')
}
