import * as z from 'zod/mini'
import { defineJob, definePreparedJob } from '#core/jobs/define-job.ts'
import { issueLaterJob } from '../offers/issue.ts'
import { enqueueReviews, reviewJob } from '../pool/pool.ts'
import { plannedRun, requestRunNow } from './request-run.ts'
import { findPlannedProjects, findRunProject } from './store.ts'
import { executeRun, prepareRun } from './run.ts'
import { enqueueOverdueExpiries } from '../offers/turn.ts'

const runJob = definePreparedJob({
  name: plannedRun.name,
  payload: plannedRun.payload,
  retry: { limit: 2, delaySeconds: 300, backoff: true },
  timeoutSeconds: 600,
  prepare: async (tools, { projectId }) => {
    const project = await findRunProject(tools.db, projectId)
    return project && !project.isClosed ? prepareRun(tools, projectId) : null
  },
  work: async (ctx, { projectId }, run) => {
    // It may have been closed while the pairs were searched.
    if (!run || (await findRunProject(ctx.db, projectId))?.isClosed !== false) return
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
    for (const { id } of await findPlannedProjects(ctx.db)) await requestRunNow(ctx, id)
  },
})

export const runJobs = [runJob, runAllJob, issueLaterJob, reviewJob]
