import * as z from 'zod/mini'
import { definePreparedJob, type Job, type JobTools } from '#core/jobs/define-job.ts'
import { giveBack, isOver } from './giving-back.ts'
import { openAccess } from './integration-opening.ts'
import type { Parting } from './integration-secret.ts'
import { deleteParting, findParting, type PartingRow, updateParting } from './parting-store.ts'
import { ProviderFailure } from './provider.ts'
import { inSeconds } from './sync-settle.ts'

/** What is left then goes on in another job, so that no attempt grows with what there is to be taken out. */
const ENOUGH_MS = 100_000

type Outcome = { kind: 'over' } | { kind: 'more' } | { kind: 'failed'; failure: ProviderFailure }

/** Takes out what we brought for somebody who is gone, and forgets how. Only its number travels. */
export const partJob: Job<{ partingId: string }> = definePreparedJob({
  name: 'calendar.part',
  payload: z.strictObject({ partingId: z.uuid() }),
  // Every hour in the end, for a day and more.
  retry: { limit: 30, delaySeconds: 30, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 180,
  concurrency: 2,
  prepare: (tools, { partingId }) => takeOut(tools, partingId),
  work: async (ctx, { partingId }, outcome) => {
    if (outcome.kind === 'over') return deleteParting(ctx.db, partingId)
    if (outcome.kind === 'more') return ctx.enqueue(partJob, { partingId })
    const { retryAfterSeconds, message } = outcome.failure
    if (retryAfterSeconds === null) throw new Error(message, { cause: outcome.failure })
    return ctx.enqueue(partJob, { partingId }, { runAt: inSeconds(ctx, retryAfterSeconds) })
  },
})

async function takeOut(tools: JobTools, id: string): Promise<Outcome> {
  const row = await findParting(tools.db, id)
  const left = row && openParting(tools, row)
  if (!left) return { kind: 'over' }
  try {
    await removeAll(tools, row, left)
    if (left.names.length > 0) return { kind: 'more' }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (!isOver(error, row.partedAt, tools.now())) return { kind: 'failed', failure: error }
    tools.log.warn({ parting: id, said: error.message }, 'calendar: what was brought could not be taken out')
  } finally {
    await keep(tools, id, left)
  }
  await giveBack(tools, { provider: row.provider, ...left })
  return { kind: 'over' }
}

/** One that the provider does not want to take out holds up none of the others. */
async function removeAll(tools: JobTools, { id, provider }: PartingRow, left: Parting): Promise<void> {
  const { calendars } = tools.engines
  if (left.names.length === 0) return
  const enough = AbortSignal.timeout(ENOUGH_MS)
  const { email, secret, calendarUrl } = left
  const access = openAccess({
    secret,
    email,
    client: calendars.clientOf(provider),
    keep: async (newer) => {
      left.secret = newer
      await keep(tools, id, left)
    },
  })
  const calendar = await calendars.open(provider, access, { calendarUrl, keepPlace: async () => {}, now: tools.now })
  for (let [name] = left.names; name !== undefined && !enough.aborted; [name] = left.names) {
    try {
      await calendar.remove(name)
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error
      tools.log.warn({ parting: id, said: error.message }, 'calendar: an event was refused')
    }
    left.names.shift()
  }
}

const keep = ({ db, engines }: JobTools, id: string, left: Parting): Promise<void> =>
  updateParting(db, id, engines.calendars.sealParting(id, left))

/** What was sealed with another secret of the server is lost, and there is nothing more to be done. */
function openParting({ engines }: JobTools, { id, sealed }: PartingRow): Parting | null {
  try {
    return engines.calendars.openParting(id, sealed)
  } catch {
    return null
  }
}
