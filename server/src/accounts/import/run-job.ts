import { Id } from '@saathi/contract/core/fields'
import { indiaDate } from '@saathi/contract/core/india-day'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import { toInvited } from '../sign-up/sign-up.ts'
import { findCohortToJoin, insertPeople } from '../sign-up/store.ts'
import { checkRows, type CheckedRow, findFacts } from './check-rows.ts'
import { inviteJob } from './invite-job.ts'
import { findRunning, rollBackToSavepoint, saveProgress, setSavepoint, updateCreated } from './run-store.ts'
import { findRowsToCreate, updateRow, updateRun } from './store.ts'

const BATCH = 500
/** So that a mistake can be taken back before anybody has heard of it. */
const INVITE_AFTER_MS = 10 * 60_000

/** Reports how far the run is. True if it shall stop. */
type Report = (progress: number) => Promise<boolean>

/** All accounts in one transaction: a server that dies leaves none, and the next attempt creates all. */
export const runImportJob = definePreparedJob({
  name: 'accounts.run_import',
  payload: z.strictObject({ runId: Id }),
  retry: { limit: 10, delaySeconds: 5, backoff: true, maxDelaySeconds: 300 },
  // Several times what 20,000 rows need, also on a busy machine; after a crash the next attempt starts then.
  timeoutSeconds: 240,
  prepare:
    async ({ db }, { runId }): Promise<Report> =>
    (progress) =>
      saveProgress(db, runId, progress),
  work: async (ctx, { runId }, report) => {
    const run = await findRunning(ctx.db, runId)
    if (!run) return
    const scope = run.scope === null ? 'all' : new Set(run.scope)
    await setSavepoint(ctx.db)
    if (!(await createPeople(ctx, runId, { scope, report }))) {
      await rollBackToSavepoint(ctx.db)
      return updateRun(ctx.db, runId, { state: 'checked', progress: 0, stop_asked_at: null })
    }
    const inviteAt = new Date(ctx.now().getTime() + INVITE_AFTER_MS)
    await updateRun(ctx.db, runId, { state: 'done', done_at: ctx.now(), invite_at: inviteAt })
    await ctx.enqueue(inviteJob, {}, { runAt: inviteAt })
  },
})

type RunParts = { scope: 'all' | ReadonlySet<number>; report: Report }

/** False if somebody has stopped it. */
async function createPeople(ctx: ListenerCtx, runId: number, { scope, report }: RunParts): Promise<boolean> {
  const facts = await findFacts(ctx, scope)
  let progress = 0
  if (await report(progress)) return false
  for (let after = 0; ;) {
    const rows = await findRowsToCreate(ctx.db, runId, after, BATCH)
    const last = rows.at(-1)
    if (!last) return true
    // Again, because somebody may have changed a programme or added a person since.
    const checked = await checkRows(ctx.db, facts, rows)
    await createBatch(ctx, runId, checked)
    after = last.number
    progress += rows.length
    if (await report(progress)) return false
  }
}

async function createBatch(ctx: ListenerCtx, runId: number, rows: readonly CheckedRow[]): Promise<void> {
  const cohorts = await findOpenCohorts(ctx, rows)
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
    await updateRow(ctx.db, runId, row.outcome === 'create' ? { ...row, ...taken, problems: [...taken.problems] } : row)
  }
}

/** By programme: the cohort that people join today, as in sign-up. */
async function findOpenCohorts(
  { db, now }: ListenerCtx,
  rows: readonly CheckedRow[],
): Promise<ReadonlyMap<number, number | null>> {
  const cohorts = new Map<number, number | null>()
  for (const projectId of new Set(rows.flatMap(({ person }) => person?.programme.projectId ?? [])))
    cohorts.set(projectId, await findCohortToJoin(db, projectId, indiaDate(now())))
  return cohorts
}
