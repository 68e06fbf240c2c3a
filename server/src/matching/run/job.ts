import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob, definePreparedJob } from '#core/jobs/define-job.ts'
import { issueLaterJob } from '../offers/issue.ts'
import { enqueueReviews, reviewJob } from '../pool/pool.ts'
import { findPlannedProjects, findRunProject } from './store.ts'
import { executeRun, prepareRun } from './run.ts'
import { enqueueOverdueExpiries } from '../offers/turn.ts'

const MINUTE = 60_000
/** People who join within this interval share one run. */
const INTERVAL = 15 * MINUTE
const MIN_DELAY = 5 * MINUTE

const runJob = definePreparedJob({
  name: 'matching.run',
  payload: z.strictObject({ projectId: Id }),
  retry: { limit: 2, delaySeconds: 300, backoff: true },
  timeoutSeconds: 600,
  prepare: async (tools, { projectId }) => ((await findRunProject(tools.db, projectId)) ? prepareRun(tools, projectId) : null),
  work: async (ctx, { projectId }, run) => {
    if (!run) return
    const { proposalCount, leftOverCount } = await executeRun(ctx, run, { dryRun: false })
    ctx.log.info({ projectId, proposalCount, leftOverCount }, 'matching: run finished')
  },
})

export const runAllJob = defineJob({
  name: 'matching.run_all',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 300, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '04:30',
  work: async (ctx) => {
    await enqueueReviews(ctx)
    await enqueueOverdueExpiries(ctx)
    const quarter = new Date(Math.floor(ctx.now().getTime() / INTERVAL) * INTERVAL)
    for (const { id } of await findPlannedProjects(ctx.db))
      await ctx.enqueue(runJob, { projectId: id }, { onceKey: keyOf(id, quarter) })
  },
})

/** Schedules a run at the next quarter of an hour that is at least five minutes away. Repeated requests share one run. */
export async function enqueueRun(ctx: Pick<ListenerCtx, 'enqueue' | 'now'>, projectId: number): Promise<void> {
  const runAt = new Date(Math.ceil((ctx.now().getTime() + MIN_DELAY) / INTERVAL) * INTERVAL)
  await ctx.enqueue(runJob, { projectId }, { runAt, onceKey: keyOf(projectId, runAt) })
}

/** Of two runs from the same state, the second could offer pairs that were rejected in between. */
const keyOf = (projectId: number, quarter: Date) => `${projectId} ${quarter.toISOString()}`

export const runJobs = [runJob, runAllJob, issueLaterJob, reviewJob]
