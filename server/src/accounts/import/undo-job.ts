import { Id } from '@saathi/contract/core/fields'
import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { type CreatedPerson, deletePeople, findCreatedForUpdate, findReferred, updateKept } from './run-store.ts'
import { raiseUpdated } from './raise-updated.ts'
import { deleteOldRuns, findRunForUpdate, updateRun } from './store.ts'
import { restorePeople } from './update-store.ts'

const BATCH = 1_000

/** In one transaction, removes the accounts that are unchanged since the run created them, and restores those that it updated. */
export const undoImportJob = defineJob({
  name: 'accounts.undo_import',
  payload: z.strictObject({ runId: Id }),
  retry: { limit: 10, delaySeconds: 5, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 240,
  work: async (ctx, { runId }) => {
    const run = await findRunForUpdate(ctx.db, runId)
    if (run?.state !== 'undoing') return
    const created = await findCreatedForUpdate(ctx.db, runId)
    const idsOf = (people: readonly CreatedPerson[]) => people.map(({ personId }) => personId)
    for (const reason of ['joined', 'changed'] as const) {
      await updateKept(ctx.db, runId, reason, idsOf(created.filter(({ kept }) => kept === reason)))
    }
    const untouched = created.filter(({ kept }) => kept === null)
    for (let at = 0; at < untouched.length; at += BATCH) {
      const batch = untouched.slice(at, at + BATCH)
      const referred = await findReferred(ctx.db, idsOf(batch))
      await updateKept(ctx.db, runId, 'in_use', [...referred])
      const removed = batch.filter(({ personId }) => !referred.has(personId))
      if (removed.length === 0) continue
      await deletePeople(ctx.db, idsOf(removed))
      await ctx.raise({ type: 'accounts.people_removed', addresses: removed.map(({ address }) => address) })
    }
    for (const personId of await restorePeople(ctx.db, runId)) await raiseUpdated(ctx, personId)
    await updateRun(ctx.db, runId, { state: 'undone', undone_at: ctx.now() })
  },
})

/** Must be longer than the time to undo an import, and longer than an invitation can be delayed. */
const RETENTION_DAYS = 30

export const forgetImportsJob = defineJob({
  name: 'accounts.forget_imports',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '04:10',
  work: (ctx) => deleteOldRuns(ctx.db, new Date(ctx.now().getTime() - RETENTION_DAYS * DAY_MS)),
})
