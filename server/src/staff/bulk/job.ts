import type { LeftOutWhy } from '@saathi/contract/staff/bulk-calls'
import { Id } from '@saathi/contract/core/fields'
import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import { can, findStaffActor } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob, definePreparedJob, withClockSlack } from '#core/jobs/define-job.ts'
import { retentionCutoff } from '#core/jobs/retention.ts'
import type { StaffActs } from '#core/staff-acts.ts'
import { actOn, toStaffAct } from './act.ts'
import * as store from './store.ts'

/** Small enough that a batch locks these people, and delays a stop, for less than a second. */
const BATCH = 50

/**
 * Acts on the next people of a bulk act; true if there may be more. Their acts, outcomes and records are one commit, together with
 * the job: a server that is killed leaves all or none of them, and another continues.
 */
export async function runNextBatch(ctx: ListenerCtx, bulkActId: number, staffActs: StaffActs): Promise<boolean> {
  const act = await store.lockBulkAct(ctx.db, bulkActId)
  if (act?.state !== 'waiting' && act?.state !== 'running') return false
  if (act.startsAt && act.startsAt > withClockSlack(ctx.now())) return false
  if (act.state === 'waiting') await store.updateBulkState(ctx.db, act.id, { state: 'running' })
  const personIds = await store.findNextPeople(ctx.db, act.id, BATCH)
  const isRightOver = !(await runBatch(ctx, act, personIds, staffActs))
  if (isRightOver) await store.updateBulkState(ctx.db, act.id, { state: 'stopped', endedAt: ctx.now(), isRightOver })
  else if (personIds.length < BATCH) await store.updateBulkState(ctx.db, act.id, { state: 'done', endedAt: ctx.now() })
  return !isRightOver && personIds.length === BATCH
}

export const runBulkActJob = definePreparedJob({
  name: 'staff.run_bulk_act',
  payload: z.strictObject({ bulkActId: Id }),
  retry: { limit: 20, delaySeconds: 2, backoff: true, maxDelaySeconds: 600 },
  timeoutSeconds: 30,
  prepare: async ({ engines }) => engines.staffActs,
  work: async (ctx, { bulkActId }, staffActs) => {
    if (await runNextBatch(ctx, bulkActId, staffActs)) await ctx.enqueue(runBulkActJob, { bulkActId })
  },
})

/** False if the actor lost the right; the remaining people are not changed. */
async function runBatch(ctx: ListenerCtx, act: store.BulkActRow, personIds: readonly number[], staffActs: StaffActs) {
  const outcomes = new Map<LeftOutWhy | null, number[]>()
  let isAllowed = true
  for (const personId of personIds) {
    // Read again for each person: a right may end in the middle.
    const actor = await findStaffActor(ctx.db, act.madeBy, ctx.now())
    isAllowed = actor !== null && can(actor, 'staff.people')
    if (!isAllowed || !actor) break
    const why = await actOn({ ...ctx, actor }, personId, act)
    outcomes.set(why, [...(outcomes.get(why) ?? []), personId])
  }
  for (const [why, ids] of outcomes) await store.updateOutcomes(ctx.db, act.id, why, ids)
  const done = outcomes.get(null) ?? []
  await staffActs.recordAll(
    ctx.db,
    done.map((personId) => toStaffAct(act, { personId, at: ctx.now() })),
  )
  return isAllowed
}

const deleteOldBulkActsJob = defineJob({
  name: 'staff.forget_bulk_acts',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:20',
  work: async (ctx) => {
    const drafts = new Date(ctx.now().getTime() - DAY_MS)
    await store.deleteOldBulkActs(ctx.db, { drafts, ended: await retentionCutoff(ctx, 'bulk_acts') })
  },
})

export const bulkJobs = [runBulkActJob, deleteOldBulkActsJob]
