import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob, definePreparedJob } from '#core/jobs/define-job.ts'
import { issueLaterJob } from './issue-later-job.ts'
import { askForReviews, reviewJob } from './review-job.ts'
import { findPlannedProjects, findRunProject } from './run-store.ts'
import { carryOutRun, prepareRun } from './run.ts'
import { askForExpiries } from './turn.ts'

const MINUTE = 60_000
/** Whoever enters or comes back is not alone in it for long: one search then serves all of them. */
const EVERY = 15 * MINUTE
const AT_LEAST = 5 * MINUTE

/** Looks for matches in one project. */
const runJob = definePreparedJob({
  name: 'matching.run',
  payload: z.strictObject({ projectId: Id }),
  retry: { limit: 2, delaySeconds: 300, backoff: true },
  timeoutSeconds: 600,
  prepare: async (tools, { projectId }) => ((await findRunProject(tools.db, projectId)) ? prepareRun(tools, projectId) : null),
  work: async (ctx, { projectId }, run) => {
    if (!run) return
    const { proposalCount, leftOverCount } = await carryOutRun(ctx, run, { dryRun: false })
    ctx.log.info({ projectId, proposalCount, leftOverCount }, 'matching: a search is done')
  },
})

export const runAllJob = defineJob({
  name: 'matching.run_all',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 300, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '04:30',
  work: async (ctx) => {
    await askForReviews(ctx)
    await askForExpiries(ctx)
    const quarter = new Date(Math.floor(ctx.now().getTime() / EVERY) * EVERY)
    for (const { id } of await findPlannedProjects(ctx.db))
      await ctx.enqueue(runJob, { projectId: id }, { onceKey: keyOf(id, quarter) })
  },
})

/** A search soon, at the next quarter of an hour that is not too near; asked for many times before then it is one. */
export async function askForRun(ctx: Pick<ListenerCtx, 'enqueue' | 'now'>, projectId: number): Promise<void> {
  const runAt = new Date(Math.ceil((ctx.now().getTime() + AT_LEAST) / EVERY) * EVERY)
  await ctx.enqueue(runJob, { projectId }, { runAt, onceKey: keyOf(projectId, runAt) })
}

/** Two searches from the same state would offer what was refused between them. */
const keyOf = (projectId: number, quarter: Date) => `${projectId} ${quarter.toISOString()}`

export const runJobs = [runJob, runAllJob, issueLaterJob, reviewJob]
