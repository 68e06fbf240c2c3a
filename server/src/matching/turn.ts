import { Id, Time } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { expireOffers } from './expire.ts'
import type { Plan } from './plan-store.ts'
import { remindOfOffers } from './remind.ts'
import { findOverdue } from './turn-store.ts'

const HOUR = 3_600_000
/** Who has little more than a day from the beginning needs no reminder a day before the end. */
const REMIND_FROM_HOURS = 30
const REMIND_HOURS_BEFORE = 24

const retry = { limit: 8, delaySeconds: 20, backoff: true, maxDelaySeconds: 900 }
/** All of a project that run out at one moment, a part at a time: those after this id. */
const AtOneMoment = z.strictObject({ projectId: Id, at: Time, after: z.int() })

/** It carries the moment it was made for: what was answered or turned to the other side meanwhile is not found by it. */
export const expireJob = defineJob({
  name: 'matching.expire',
  payload: AtOneMoment,
  retry,
  timeoutSeconds: 120,
  work: async (ctx, { projectId, at, after }) => {
    const next = await expireOffers(ctx, projectId, new Date(at), after)
    if (next !== null) await ctx.enqueue(expireJob, { projectId, at, after: next }, { onceKey: keyOf(projectId, at, next) })
  },
})

export const remindJob = defineJob({
  name: 'matching.remind',
  payload: AtOneMoment,
  retry,
  timeoutSeconds: 120,
  work: async (ctx, { projectId, at, after }) => {
    const next = await remindOfOffers(ctx, projectId, new Date(at), after)
    if (next !== null) await ctx.enqueue(remindJob, { projectId, at, after: next }, { onceKey: keyOf(projectId, at, next) })
  },
})

/** Jobs are given up one day: what ran out long ago and is open all the same is closed after all. */
export async function askForExpiries(ctx: Pick<ListenerCtx, 'db' | 'enqueue' | 'now'>): Promise<void> {
  for (const { projectId, at } of await findOverdue(ctx.db, new Date(ctx.now().getTime() - HOUR)))
    await ctx.enqueue(expireJob, { projectId, at: at.toISOString(), after: 0 })
}

const keyOf = (projectId: number, at: string, after: number) => `${projectId} ${at} ${after}`

/** Somebody's turn begins at this moment: when it ends, and what is to happen until then. */
export async function beginTurn(
  ctx: Pick<ListenerCtx, 'enqueue'>,
  { projectId, expiryHours }: Pick<Plan, 'projectId' | 'expiryHours'>,
  now: Date,
): Promise<Date> {
  const expiresAt = new Date(now.getTime() + expiryHours * HOUR)
  const payload = { projectId, at: expiresAt.toISOString(), after: 0 }
  const onceKey = keyOf(projectId, payload.at, 0)
  await ctx.enqueue(expireJob, payload, { runAt: expiresAt, onceKey })
  const remindAt = new Date(expiresAt.getTime() - REMIND_HOURS_BEFORE * HOUR)
  if (expiryHours > REMIND_FROM_HOURS) await ctx.enqueue(remindJob, payload, { runAt: remindAt, onceKey })
  return expiresAt
}
