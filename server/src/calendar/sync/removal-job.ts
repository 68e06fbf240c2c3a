import * as z from 'zod/mini'
import { definePreparedJob, type Job, type JobTools } from '#core/jobs/define-job.ts'
import { revokeToken, isFinalFailure, openAccess } from '../integration/access.ts'
import type { Removal } from '../integration/secret.ts'
import { deleteRemoval, findRemoval, type RemovalRow, updateRemoval } from './store.ts'
import { ProviderFailure } from '../providers/provider.ts'
import { inSeconds } from './settle.ts'

/** The rest continues in another job, so that the duration of a run is limited. */
const RUN_LIMIT_MS = 100_000

type RemovalResult = { kind: 'over' } | { kind: 'more' } | { kind: 'failed'; failure: ProviderFailure }

/** Removes synced events after an account was deleted. Only the row's id is in the queue. */
export const removalJob: Job<{ partingId: string }> = definePreparedJob({
  name: 'calendar.part',
  payload: z.strictObject({ partingId: z.uuid() }),
  // Backs off to hourly, for more than a day.
  retry: { limit: 30, delaySeconds: 30, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 180,
  concurrency: 2,
  prepare: (tools, { partingId }) => removeSynced(tools, partingId),
  work: async (ctx, { partingId }, result) => {
    if (result.kind === 'over') return deleteRemoval(ctx.db, partingId)
    if (result.kind === 'more') return ctx.enqueue(removalJob, { partingId })
    const { retryAfterSeconds, message } = result.failure
    if (retryAfterSeconds === null) throw new Error(message, { cause: result.failure })
    return ctx.enqueue(removalJob, { partingId }, { runAt: inSeconds(ctx, retryAfterSeconds) })
  },
})

async function removeSynced(tools: JobTools, id: string): Promise<RemovalResult> {
  const row = await findRemoval(tools.db, id)
  const removal = row && openRemoval(tools, row)
  if (!removal) return { kind: 'over' }
  try {
    await removeAll(tools, row, removal)
    if (removal.names.length > 0) return { kind: 'more' }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (!isFinalFailure(error, row.requestedAt, tools.now())) return { kind: 'failed', failure: error }
    tools.log.warn({ parting: id, reason: error.message }, 'calendar: synced events could not be removed')
  } finally {
    await storeProgress(tools, id, removal)
  }
  await revokeToken(tools, { provider: row.provider, ...removal })
  return { kind: 'over' }
}

/** An event that the provider refuses to delete must not block the others. */
async function removeAll(tools: JobTools, { id, provider }: RemovalRow, removal: Removal): Promise<void> {
  const { calendars } = tools.engines
  if (removal.names.length === 0) return
  const timeLimit = AbortSignal.timeout(RUN_LIMIT_MS)
  const { email, secret, calendarUrl } = removal
  const access = openAccess({
    secret,
    email,
    client: calendars.clientOf(provider),
    keep: async (newer) => {
      removal.secret = newer
      await storeProgress(tools, id, removal)
    },
  })
  const calendar = await calendars.open(provider, access, { calendarUrl, storeCalendarUrl: async () => {}, now: tools.now })
  for (let [name] = removal.names; name !== undefined && !timeLimit.aborted; [name] = removal.names) {
    try {
      await calendar.remove(name)
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error
      tools.log.warn({ parting: id, reason: error.message }, 'calendar: an event was refused')
    }
    removal.names.shift()
  }
}

const storeProgress = ({ db, engines }: JobTools, id: string, removal: Removal): Promise<void> =>
  updateRemoval(db, id, engines.calendars.sealRemoval(id, removal))

/** Null if it was sealed with another server secret: nothing can be done then. */
function openRemoval({ engines }: JobTools, { id, sealed }: RemovalRow): Removal | null {
  try {
    return engines.calendars.openRemoval(id, sealed)
  } catch {
    return null
  }
}
