import { Id } from '@saathi/contract/core/fields'
import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { requireConfirmed } from '../access.ts'
import { eraseFor } from '../privacy.ts'
import { requireOtherAdministrator } from '../staff/rights.ts'
import { updatePicture, findLeaverForUpdate, updateLeavesAt, findLeavers } from '../store.ts'
import { endEverySignInOf } from '../sign-in/sign-in.ts'

const UNDO_MS = 14 * DAY_MS
const BATCH_SIZE = 500

/** If requested twice, the first date counts, so that a second request does not prolong the wait. */
export async function leaveSaathi(ctx: Ctx): Promise<Date> {
  await requireConfirmed(ctx)
  const person = await requireNotErased(ctx)
  if (person.leavesAt) return person.leavesAt
  if (ctx.actor.rights.length > 0) await requireOtherAdministrator(ctx.db, ctx.actor.personId)
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

/** One job per person, so that a failure delays nobody else. Idempotent. */
const erasePersonJob = defineJob({
  name: 'accounts.erase_person',
  payload: z.strictObject({ personId: Id }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 300,
  work: (ctx, { personId }) => erasePerson(ctx, personId),
})

const eraseLeaversJob = defineJob({
  name: 'accounts.erase_leavers',
  payload: z.strictObject({ after: z.optional(Id) }),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:50',
  work: async (ctx, { after = 0 }) => {
    const leavers = await findLeavers(ctx.db, ctx.now(), after, BATCH_SIZE)
    for (const personId of leavers) await ctx.enqueue(erasePersonJob, { personId })
    const last = leavers.at(-1)
    if (last !== undefined && leavers.length === BATCH_SIZE) await ctx.enqueue(eraseLeaversJob, { after: last })
  },
})

export const leaveJobs = [erasePersonJob, eraseLeaversJob]
