import { Id, Time } from '@saathi/contract/core/fields'
import { HOUR_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { lockOffers, lockSeekers, type OfferRow } from '../lock-store.ts'
import { notifyExpiringSoon } from '../notify.ts'
import type { Plan } from '../plan-store.ts'
import { updateStatus } from '../status.ts'
import { endOffers, peopleIn } from './close.ts'
import { findOverdue, findExpiring } from './store.ts'
import { requestRun } from '../run/request-run.ts'

const BATCH_SIZE = 200
/** With little more than a day to decide, a reminder a day before the end is not needed. */
const REMIND_FROM_HOURS = 30
const REMIND_HOURS_BEFORE = 24

const retry = { limit: 8, delaySeconds: 20, backoff: true, maxDelaySeconds: 900 }
/** The offers of a project that expire at the same moment. A batch starts after the offer with id `after`. */
const ExpiryBatch = z.strictObject({ projectId: Id, at: Time, after: z.int() })

/** Carries the expiry time it was scheduled for, so that it skips offers answered or passed to the other side since. */
export const expireJob = defineJob({
  name: 'matching.expire',
  payload: ExpiryBatch,
  retry,
  timeoutSeconds: 120,
  work: async (ctx, { projectId, at, after }) => {
    const next = await expireOffers(ctx, projectId, new Date(at), after)
    if (next !== null) await ctx.enqueue(expireJob, { projectId, at, after: next }, { onceKey: keyOf(projectId, at, next) })
  },
})

export const remindJob = defineJob({
  name: 'matching.remind',
  payload: ExpiryBatch,
  retry,
  timeoutSeconds: 120,
  work: async (ctx, { projectId, at, after }) => {
    const next = await sendReminders(ctx, projectId, new Date(at), after)
    if (next !== null) await ctx.enqueue(remindJob, { projectId, at, after: next }, { onceKey: keyOf(projectId, at, next) })
  },
})

/** Jobs that fail too often are dropped; this ends offers that should have expired long ago. */
export async function enqueueOverdueExpiries(ctx: Pick<ListenerCtx, 'db' | 'enqueue' | 'now'>): Promise<void> {
  for (const { projectId, at } of await findOverdue(ctx.db, new Date(ctx.now().getTime() - HOUR_MS)))
    await ctx.enqueue(expireJob, { projectId, at: at.toISOString(), after: 0 })
}

const keyOf = (projectId: number, at: string, after: number) => `${projectId} ${at} ${after}`

/** Schedules the reminder and the expiry of a turn that starts now. Returns when it ends. */
export async function startTurn(
  ctx: Pick<ListenerCtx, 'enqueue'>,
  { projectId, expiryHours }: Pick<Plan, 'projectId' | 'expiryHours'>,
  now: Date,
): Promise<Date> {
  const expiresAt = new Date(now.getTime() + expiryHours * HOUR_MS)
  const payload = { projectId, at: expiresAt.toISOString(), after: 0 }
  const onceKey = keyOf(projectId, payload.at, 0)
  await ctx.enqueue(expireJob, payload, { runAt: expiresAt, onceKey })
  const remindAt = new Date(expiresAt.getTime() - REMIND_HOURS_BEFORE * HOUR_MS)
  if (expiryHours > REMIND_FROM_HOURS) await ctx.enqueue(remindJob, payload, { runAt: remindAt, onceKey })
  return expiresAt
}

/** Reminds people who have not answered yet. Sends nothing if the server was down until the time had passed. */
async function sendReminders(ctx: ListenerCtx, projectId: number, at: Date, after: number): Promise<number | null> {
  if (ctx.now() >= at) return null
  const due = await findExpiring(ctx.db, { projectId, at, after, limit: BATCH_SIZE })
  const late = due.map((offer) => (isTurnOfMentee(offer) ? offer.menteeId : offer.mentorId))
  await notifyExpiringSoon(ctx, late, at)
  return due.length < BATCH_SIZE ? null : (due.at(-1)?.id ?? null)
}

/** Ends offers that were not answered in time. A mentor who did not answer a mentee is not offered to them again. */
async function expireOffers(ctx: ListenerCtx, projectId: number, at: Date, after: number): Promise<number | null> {
  const due = await findExpiring(ctx.db, { projectId, at, after, limit: BATCH_SIZE })
  if (due.length === 0) return null
  await lockSeekers(ctx.db, peopleIn(due))
  const open = await lockOffers(
    ctx.db,
    due.map(({ id }) => id),
  )
  const expired = open.filter(
    ({ state, expiresAt }) => (state === 'issued' || state === 'chosen') && expiresAt?.getTime() === at.getTime(),
  )
  const byMentee = expired.filter(isTurnOfMentee)
  const affected = [
    ...(await endOffers(ctx, byMentee, { state: 'expired', endedBy: 'mentee' })),
    ...(await endOffers(
      ctx,
      expired.filter((offer) => !byMentee.includes(offer)),
      { state: 'expired', endedBy: 'mentor' },
    )),
  ]
  await updateStatus(ctx, [...new Set(affected)])
  if (expired.length > 0) await requestRun(ctx, projectId)
  return due.length < BATCH_SIZE ? null : (due.at(-1)?.id ?? null)
}

const isTurnOfMentee = ({ groupType, state }: OfferRow) => groupType === '1to1' && state === 'issued'
