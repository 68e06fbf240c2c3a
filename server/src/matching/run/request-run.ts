import { Id } from '@saathi/contract/core/fields'
import { MINUTE_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'

/** People who join within this interval share one run. */
const INTERVAL_MS = 15 * MINUTE_MS
const MIN_DELAY_MS = 5 * MINUTE_MS

const RunPayload = z.strictObject({ projectId: Id })

/** The parts of the job in job.ts needed for enqueueing. That file imports the whole run, which itself requests further runs. */
export const plannedRun = {
  name: 'matching.run',
  payload: RunPayload,
  toData: (payload: z.output<typeof RunPayload>): object => RunPayload.parse(payload),
}

/**
 * For when somebody joined the pool or has free places again. Schedules a run at the next quarter of an hour that is at least five
 * minutes away. Repeated requests share one run.
 */
export async function requestRun(ctx: Pick<ListenerCtx, 'enqueue' | 'now'>, projectId: number): Promise<void> {
  const runAt = new Date(Math.ceil((ctx.now().getTime() + MIN_DELAY_MS) / INTERVAL_MS) * INTERVAL_MS)
  await ctx.enqueue(plannedRun, { projectId }, { runAt, onceKey: onceKeyOf(projectId, runAt) })
}

/** Requests a run at once, shared by requests for the same quarter of an hour. */
export async function requestRunNow(ctx: Pick<ListenerCtx, 'enqueue' | 'now'>, projectId: number): Promise<void> {
  const quarter = new Date(Math.floor(ctx.now().getTime() / INTERVAL_MS) * INTERVAL_MS)
  await ctx.enqueue(plannedRun, { projectId }, { onceKey: onceKeyOf(projectId, quarter) })
}

/** If two runs started from the same state, the second could offer pairs that were rejected in between. */
const onceKeyOf = (projectId: number, quarter: Date) => `${projectId} ${quarter.toISOString()}`
