import { startImport } from '@saathi/contract/accounts/import-calls'
import { Id } from '@saathi/contract/core/fields'
import { indiaDate } from '@saathi/contract/core/india-day'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import type { StaffActs } from '#core/staff-acts.ts'
import { toInvited } from '../sign-up/sign-up.ts'
import { findCohortToJoin, insertPeople } from '../sign-up/store.ts'
import { checkRows, type CheckedRow, findFacts } from './check-rows.ts'
import { inviteJob } from './invite-job.ts'
import { raiseUpdated } from './raise-updated.ts'
import { findRunning, rollBackToSavepoint, type Running, saveProgress, setSavepoint, updateCreated } from './run-store.ts'
import { findRowsToRun, updateRow, updateRun } from './store.ts'
import { updatePeople } from './update-store.ts'

const BATCH = 500
/** Leaves time to undo a mistaken import before anybody receives a mail. */
const INVITE_AFTER_MS = 10 * 60_000

/** Reports the progress; returns true if the run should stop. */
type Report = (progress: number) => Promise<boolean>
type Prepared = { report: Report; staffActs: StaffActs }

/** All accounts in one transaction: a server that dies leaves none, and the next attempt creates all. */
export const runImportJob = definePreparedJob({
  name: 'accounts.run_import',
  payload: z.strictObject({ runId: Id }),
  retry: { limit: 10, delaySeconds: 5, backoff: true, maxDelaySeconds: 300 },
  // Several times the duration of 20,000 rows on a busy machine. After a crash the next attempt starts once this has passed.
  timeoutSeconds: 240,
  prepare: async ({ db, engines }, { runId }): Promise<Prepared> => ({
    report: (progress) => saveProgress(db, runId, progress),
    staffActs: engines.staffActs,
  }),
  work: async (ctx, { runId }, { report, staffActs }) => {
    const run = await findRunning(ctx.db, runId)
    if (!run) return
    await setSavepoint(ctx.db)
    const updated = await runRows(ctx, run, report)
    if (!updated) {
      await rollBackToSavepoint(ctx.db)
      return updateRun(ctx.db, runId, { state: 'checked', progress: 0, stop_asked_at: null })
    }
    const inviteAt = new Date(ctx.now().getTime() + INVITE_AFTER_MS)
    await updateRun(ctx.db, runId, { state: 'done', done_at: ctx.now(), invite_at: inviteAt })
    await ctx.enqueue(inviteJob, {}, { runAt: inviteAt })
    const { startedBy } = run
    const act = { at: ctx.now(), call: RUN_CALL, named: { params: { runId } }, address: '' }
    // At the end, because the record of acts stays locked until the commit.
    if (startedBy !== null)
      await staffActs.recordAll(
        ctx.db,
        updated.map((personId) => ({ ...act, staffId: startedBy, personId })),
      )
  },
})

const RUN_CALL = `${startImport.method} ${startImport.path}`

/** Returns the people whom the run has changed; null if somebody has stopped it. */
async function runRows(ctx: ListenerCtx, run: Running, report: Report): Promise<number[] | null> {
  const facts = await findFacts(ctx, run.scope === null ? 'all' : new Set(run.scope), run)
  const updated: number[] = []
  let progress = 0
  if (await report(progress)) return null
  for (let after = 0; ;) {
    const rows = await findRowsToRun(ctx.db, run.id, after, BATCH)
    const last = rows.at(-1)
    if (!last) return updated
    // Check again: a programme may have changed or a person may have been added since.
    const checked = await checkRows(ctx.db, facts, rows)
    const done = await updateBatch(ctx, run.id, checked)
    await createBatch(
      ctx,
      run.id,
      checked.filter(({ number }) => !done.has(number)),
    )
    updated.push(...done.values())
    after = last.number
    progress += rows.length
    if (await report(progress)) return null
  }
}

/** The people who were changed, by the number of their row. */
async function updateBatch(ctx: ListenerCtx, runId: number, rows: readonly CheckedRow[]): Promise<ReadonlyMap<number, number>> {
  const planned = rows.flatMap(({ number, update }) => (update ? [{ number, ...update }] : []))
  const cohorts = await findOpenCohorts(
    ctx,
    planned.flatMap(({ written }) => (written.cohortId === null ? (written.projectId ?? []) : [])),
  )
  const updates = planned.map(({ written, ...update }) => {
    const isElsewhere = written.projectId !== update.found.projectId
    const open = isElsewhere && written.projectId !== null ? (cohorts.get(written.projectId) ?? null) : null
    return { ...update, written: { ...written, cohortId: written.cohortId ?? open } }
  })
  const done = await updatePeople(ctx.db, runId, updates)
  for (const { number, personId, hasJoined } of updates) if (hasJoined && done.has(number)) await raiseUpdated(ctx, personId)
  return new Map(updates.flatMap(({ number, personId }) => (done.has(number) ? [[number, personId] as const] : [])))
}

async function createBatch(ctx: ListenerCtx, runId: number, rows: readonly CheckedRow[]): Promise<void> {
  const cohorts = await findOpenCohorts(
    ctx,
    rows.flatMap(({ person }) => person?.programme.projectId ?? []),
  )
  const people = rows.flatMap(({ person }) => {
    if (!person) return []
    const cohortId = person.programme.cohortId ?? cohorts.get(person.programme.projectId) ?? null
    return [toInvited(person, { ...person.programme, cohortId }, ctx.now())]
  })
  const ids = people.length > 0 ? await insertPeople(ctx.db, people) : new Map<string, number>()
  const created = rows.flatMap(({ number, person }) => {
    const personId = person ? ids.get(person.email) : undefined
    return personId === undefined ? [] : [{ number, personId }]
  })
  await updateCreated(ctx.db, runId, created)
  for (const row of rows) {
    if (row.person && ids.has(row.person.email)) continue
    // Refused by the new check, or somebody else has created the account at this moment.
    const taken = { outcome: 'skipped', problems: [{ field: 'email', problem: 'has_account', hint: null }] } as const
    await updateRow(
      ctx.db,
      runId,
      row.outcome === 'create' || row.outcome === 'update' ? { ...row, ...taken, problems: [...taken.problems] } : row,
    )
  }
}

/** By programme: the cohort that people join today, as in sign-up. */
async function findOpenCohorts(
  { db, now }: ListenerCtx,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  const cohorts = new Map<number, number | null>()
  for (const projectId of new Set(projectIds)) cohorts.set(projectId, await findCohortToJoin(db, projectId, indiaDate(now())))
  return cohorts
}
