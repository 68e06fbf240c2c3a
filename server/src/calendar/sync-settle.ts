import type { ListenerCtx } from '#core/events.ts'
import type { Job } from '#core/jobs/define-job.ts'
import type { IntegrationRow } from './integration-store.ts'
import { mayComeIn } from './reader-store.ts'
import type { Outcome } from './sync-bring.ts'
import { raiseRetryTurn, updateNotBefore } from './sync-claim-store.ts'
import { deleteUnlinked, updateRevoked, updateState } from './sync-store.ts'

/** `retryTurn`: it goes on trying, with growing pauses, until the provider answers again; of these there is one, the newest. */
export type SyncOrder = { integrationId: number; retryTurn?: number | undefined }

const FIRST_PAUSE_SECONDS = 30
const SHORTEST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 24 * 60 * 60

export const inSeconds = (ctx: ListenerCtx, seconds: number): Date =>
  new Date(ctx.now().getTime() + Math.min(Math.max(seconds, SHORTEST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS) * 1000)
const tell = (ctx: ListenerCtx, { personId }: IntegrationRow) =>
  ctx.push({ to: [personId], event: { type: 'calendar.integration_changed' } })

/** In the transaction that marks the job as done: what became of it, who is told, and what is still to be done. */
export async function settle(ctx: ListenerCtx, job: Job<SyncOrder>, order: SyncOrder, outcome: Outcome): Promise<void> {
  const { integrationId, retryTurn } = order
  switch (outcome.kind) {
    case 'nothing':
      return
    case 'later': {
      // Never the moment of this one itself, which by the database's clock may have come already.
      const runAt = new Date(Math.max(outcome.until.getTime(), ctx.now().getTime() + 1000))
      const onceKey = `${integrationId} ${retryTurn ?? ''} ${runAt.toISOString()}`
      return ctx.enqueue(job, order, { runAt, onceKey })
    }
    case 'taken_out':
      return deleteUnlinked(ctx.db, integrationId)
    case 'brought': {
      const isBack = await updateState(ctx.db, integrationId, 'retrying', 'connected')
      if (isBack || outcome.changes > 0) tell(ctx, outcome.integration)
      if (outcome.isMore) await ctx.enqueue(job, { integrationId })
      return
    }
    case 'failed':
      return settleFailure(ctx, job, order, outcome)
  }
}

/** Somebody goes on trying from then on, and whoever did so before ends with their next attempt. */
export async function startRetry(ctx: ListenerCtx, job: Job<SyncOrder>, integrationId: number, runAt: Date): Promise<void> {
  const retryTurn = await raiseRetryTurn(ctx.db, integrationId)
  if (retryTurn !== null) await ctx.enqueue(job, { integrationId, retryTurn }, { runAt })
}

async function settleFailure(
  ctx: ListenerCtx,
  job: Job<SyncOrder>,
  order: SyncOrder,
  { integration, failure }: Extract<Outcome, { kind: 'failed' }>,
): Promise<void> {
  const { integrationId, retryTurn } = order
  const { personId, provider, unlinkedAt } = integration
  if (failure.kind === 'revoked') {
    if (!(await updateRevoked(ctx.db, integrationId, integration.connectedAt))) return
    tell(ctx, integration)
    if (await mayComeIn(ctx.db, personId)) await ctx.raise({ type: 'calendar.revoked', personId, provider })
    return
  }

  const isNews =
    (await updateState(ctx.db, integrationId, 'connected', 'retrying')) ||
    (unlinkedAt !== null && (await updateState(ctx.db, integrationId, 'revoked', 'retrying')))
  if (isNews && unlinkedAt === null) tell(ctx, integration)
  const { retryAfterSeconds } = failure
  const runAt = inSeconds(ctx, retryAfterSeconds ?? FIRST_PAUSE_SECONDS)
  // Whatever is planned meanwhile waits as well.
  if (retryAfterSeconds !== null) await updateNotBefore(ctx.db, integrationId, runAt)
  // What has changed is to be seen at once, and a time that was named is kept to: this one ends here, and another goes on.
  if (isNews) return startRetry(ctx, job, integrationId, runAt)
  if (retryTurn === undefined) return
  if (retryAfterSeconds !== null) return ctx.enqueue(job, order, { runAt })
  // Undone and tried again by the queue, each time after a longer pause.
  throw new Error(failure.message, { cause: failure })
}
