import { Id } from '@saathi/contract/core/fields'
import { startOfIndiaDay, indiaDay } from '@saathi/contract/core/india-day'
import { HOUR_MS } from '@saathi/contract/core/time'
import { Day } from '@saathi/contract/worklist/entities'
import { NUDGE_HOUR, NUDGE_LAST_HOUR } from '@saathi/contract/worklist/nudges'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { publishWorkChanged } from '../publish.ts'
import { findPlans, findProgrammesWithPlans } from './plans-store.ts'
import { dayFrom, selectNudges } from './select.ts'
import { insertPlanned, lockNudges } from './select-store.ts'
import { sendBatch } from './send.ts'
import { deleteOldNudges, dropMissed } from './send-store.ts'

const retry = { limit: 5, delaySeconds: 10, backoff: true, maxDelaySeconds: 600 }
const KEPT_DAYS = 365

/** Plans the messages of a programme for that day. Idempotent. */
export async function planProgramme(ctx: ListenerCtx, programmeId: number, on: string): Promise<void> {
  await lockNudges(ctx.db)
  const plans = (await findPlans(ctx.db, [programmeId])).filter(({ isOn }) => isOn)
  const timings = new Map(plans.map((plan) => [plan.trigger, plan]))
  const { chosen } = await selectNudges(ctx, { programmeId, on, timings, isPreview: false })
  const rows = chosen.map((candidate) => ({ ...candidate, projectId: programmeId, on }))
  if ((await insertPlanned(ctx.db, rows, ctx.now())) > 0) await publishWorkChanged(ctx, [programmeId])
}

export const planProgrammeJob = defineJob({
  name: 'worklist.plan_nudges',
  payload: z.strictObject({ programmeId: Id, on: Day }),
  retry,
  timeoutSeconds: 300,
  work: (ctx, { programmeId, on }) => planProgramme(ctx, programmeId, on),
})

/** Runs after the nightly review, so that the team can check tomorrow's messages for a whole day. */
const planTomorrowJob = defineJob({
  name: 'worklist.plan_tomorrow',
  payload: z.strictObject({}),
  retry,
  timeoutSeconds: 60,
  everyDayAt: '04:40',
  work: async (ctx) => {
    await dropMissed(ctx.db, dayFrom(ctx.now(), 0))
    await deleteOldNudges(ctx.db, dayFrom(ctx.now(), -KEPT_DAYS))
    const on = dayFrom(ctx.now(), 1)
    for (const programmeId of await findProgrammesWithPlans(ctx.db)) await ctx.enqueue(planProgrammeJob, { programmeId, on })
  },
})

const isSendingTime = (now: Date): boolean => {
  const hour = (now.getTime() - startOfIndiaDay(indiaDay(now)).getTime()) / HOUR_MS
  return hour >= NUDGE_HOUR && hour < NUDGE_LAST_HOUR
}

export const sendNudgesJob = defineJob({
  name: 'worklist.send_nudges',
  payload: z.strictObject({ after: z.int() }),
  retry,
  timeoutSeconds: 60,
  work: async (ctx, { after }) => {
    const last = await sendBatch(ctx, after)
    if (last !== null) await ctx.enqueue(sendNudgesJob, { after: last })
  },
})

/** Runs every ten minutes, to catch up after an outage and to retry people in quiet hours. */
const startSendingJob = defineJob({
  name: 'worklist.start_nudges',
  payload: z.strictObject({}),
  retry: { limit: 2, delaySeconds: 60, backoff: true },
  timeoutSeconds: 60,
  everyMinutes: 10,
  work: async (ctx) => {
    if (isSendingTime(ctx.now())) await ctx.enqueue(sendNudgesJob, { after: 0 })
  },
})

export const nudgeJobs = [planProgrammeJob, planTomorrowJob, sendNudgesJob, startSendingJob]
