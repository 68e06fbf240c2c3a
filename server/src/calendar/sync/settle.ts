import { DAY_SECONDS } from '@saathi/contract/core/time'
import type { ListenerCtx } from '#core/ctx.ts'
import type { Job } from '#core/jobs/define-job.ts'
import { replaceBusy } from '../busy/store.ts'
import type { IntegrationRow } from '../integration/store.ts'
import { notifyRevoked } from '../notices/notices.ts'
import { isActivePerson } from '../reader-store.ts'
import type { SyncPayload, SyncResult } from './run.ts'
import { nextRetryTurn, updateNotBefore } from './claim-store.ts'
import { deleteUnlinked, updateRevoked, updateState } from './store.ts'

const FIRST_PAUSE_SECONDS = 30
const SHORTEST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = DAY_SECONDS

export const inSeconds = (ctx: ListenerCtx, seconds: number): Date =>
  new Date(ctx.now().getTime() + Math.min(Math.max(seconds, SHORTEST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS) * 1000)
const notifyOwner = (ctx: ListenerCtx, { personId }: IntegrationRow) =>
  ctx.push({ to: [personId], event: { type: 'calendar.integration_changed' } })

/** In the transaction that completes the job: stores the result, notifies the owner and schedules the rest. */
export async function settleSync(
  ctx: ListenerCtx,
  job: Job<SyncPayload>,
  payload: SyncPayload,
  result: SyncResult,
): Promise<void> {
  const { integrationId, retryTurn } = payload
  switch (result.kind) {
    case 'nothing':
      return
    case 'later': {
      // At least a second ahead, because the database's clock may be ahead of ours.
      const runAt = new Date(Math.max(result.until.getTime(), ctx.now().getTime() + 1000))
      const onceKey = `${integrationId} ${retryTurn ?? ''} ${runAt.toISOString()}`
      return ctx.enqueue(job, payload, { runAt, onceKey })
    }
    case 'removed':
      return deleteUnlinked(ctx.db, integrationId)
    case 'synced': {
      if (result.busy) await replaceBusy(ctx.db, integrationId, result.busy, ctx.now())
      const isBack = await updateState(ctx.db, integrationId, 'retrying', 'connected')
      if (isBack || result.changes > 0) notifyOwner(ctx, result.integration)
      if (result.isMore) await ctx.enqueue(job, { integrationId })
      return
    }
    case 'failed':
      return settleFailure(ctx, job, payload, result)
  }
}

/** Starts a new retry job; the previous one ends with its next attempt. */
export async function startRetry(ctx: ListenerCtx, job: Job<SyncPayload>, integrationId: number, runAt: Date): Promise<void> {
  const retryTurn = await nextRetryTurn(ctx.db, integrationId)
  if (retryTurn !== null) await ctx.enqueue(job, { integrationId, retryTurn }, { runAt })
}

async function settleFailure(
  ctx: ListenerCtx,
  job: Job<SyncPayload>,
  payload: SyncPayload,
  { integration, failure }: Extract<SyncResult, { kind: 'failed' }>,
): Promise<void> {
  const { integrationId, retryTurn } = payload
  const { personId, provider, unlinkedAt } = integration
  if (failure.kind === 'revoked') {
    if (!(await updateRevoked(ctx.db, integrationId, integration.connectedAt))) return
    notifyOwner(ctx, integration)
    if (await isActivePerson(ctx.db, personId)) await notifyRevoked(ctx, { personId, provider })
    return
  }

  const isNews =
    (await updateState(ctx.db, integrationId, 'connected', 'retrying')) ||
    (unlinkedAt !== null && (await updateState(ctx.db, integrationId, 'revoked', 'retrying')))
  if (isNews && unlinkedAt === null) notifyOwner(ctx, integration)
  const { retryAfterSeconds } = failure
  const runAt = inSeconds(ctx, retryAfterSeconds ?? FIRST_PAUSE_SECONDS)
  // Syncs for other changes must wait too.
  if (retryAfterSeconds !== null) await updateNotBefore(ctx.db, integrationId, runAt)
  // Commit the state change now and honour the provider's delay: this job ends, and a new one retries.
  if (isNews) return startRetry(ctx, job, integrationId, runAt)
  if (retryTurn === undefined) return
  if (retryAfterSeconds !== null) return ctx.enqueue(job, payload, { runAt })
  // Rolls back and lets the queue retry with a growing delay.
  throw new Error(failure.message, { cause: failure })
}
