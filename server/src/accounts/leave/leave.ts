import { DAY_MS } from '@saathi/contract/core/time'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { requireConfirmed } from '../access.ts'
import { endEverySignInOf } from '../sign-in/sign-in.ts'
import { findLeaverForUpdate, updateLeavesAt } from './store.ts'
import { eraseFor } from '../privacy.ts'
import { updatePicture } from '../profile/store.ts'

const UNDO_MS = 14 * DAY_MS

/** If requested twice, the first date counts, so that a second request does not prolong the wait. */
export async function leaveSaathi(ctx: Ctx): Promise<Date> {
  await requireConfirmed(ctx)
  const person = await requireNotErased(ctx)
  if (person.leavesAt) return person.leavesAt
  const leavesAt = new Date(ctx.now().getTime() + UNDO_MS)
  await setLeavesAt(ctx, leavesAt)
  await ctx.raise({ type: 'accounts.leave_asked', personId: ctx.actor.personId, leavesAt })
  return leavesAt
}

export async function stayWithSaathi(ctx: Ctx): Promise<void> {
  const { leavesAt } = await requireNotErased(ctx)
  if (!leavesAt) return
  await setLeavesAt(ctx, null)
  await ctx.raise({ type: 'accounts.stayed', personId: ctx.actor.personId })
}

/** Erased while this call was in flight: reply as to any signed-out person. */
async function requireNotErased({ db, actor }: Ctx) {
  const person = await findLeaverForUpdate(db, actor.personId)
  if (person.deletedAt) throw coreRefusal('core.signed_out')
  return person
}

async function setLeavesAt(ctx: Ctx, leavesAt: Date | null): Promise<void> {
  const { personId } = ctx.actor
  await updateLeavesAt(ctx.db, personId, leavesAt)
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}

/** Only once the two weeks are over; people who changed their mind stay. */
export async function erasePerson(ctx: ListenerCtx, personId: number): Promise<void> {
  const { email, leavesAt, deletedAt } = await findLeaverForUpdate(ctx.db, personId)
  if (deletedAt || !leavesAt || leavesAt > ctx.now()) return
  await endEverySignInOf(ctx, personId, 'ended_elsewhere')
  // A file that is still referenced cannot be deleted.
  await updatePicture(ctx.db, personId, null)
  for (const domain of ctx.domains) await domain.erasePerson?.(ctx, personId)
  await eraseFor(ctx, personId, email)
  ctx.log.info({ personId }, 'accounts: person erased')
}
