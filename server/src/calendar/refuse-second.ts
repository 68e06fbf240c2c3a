import { randomUUID } from 'node:crypto'
import type { ListenerCtx } from '#core/ctx.ts'
import { CommittingRefusal } from '#core/serve.ts'
import { type GrantedAccess, oneAtATime } from './integration-connect.ts'
import type { Sealer } from './integration-secret.ts'
import { removalJob } from './removal-job.ts'
import { insertRemoval } from './removal-store.ts'

/** Of two simultaneous connections one is refused. If we redeemed a token for it, revoke that token. */
export async function refuseSecond(ctx: ListenerCtx, sealer: Sealer, granted: GrantedAccess): Promise<never> {
  const { provider, email, secret, calendarUrl, isRedeemed } = granted
  const refusal = oneAtATime()
  if (!isRedeemed) throw refusal
  const id = randomUUID()
  const sealed = sealer.sealRemoval(id, { email, secret, calendarUrl, names: [] })
  await insertRemoval(ctx.db, { id, provider, sealed, requestedAt: ctx.now() })
  await ctx.enqueue(removalJob, { partingId: id })
  throw new CommittingRefusal(refusal.status, refusal.code)
}
