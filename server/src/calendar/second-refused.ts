import { randomUUID } from 'node:crypto'
import type { ListenerCtx } from '#core/events.ts'
import { RefusalThatKeeps } from '#core/serve.ts'
import { type Admitted, oneAtATime } from './integration-connect.ts'
import type { Sealer } from './integration-secret.ts'
import { partJob } from './parting-job.ts'
import { insertParting } from './parting-store.ts'

/** Of two that were let in at the same moment one stays. A token we redeemed for the other would lie about: it is given back. */
export async function refuseSecond(ctx: ListenerCtx, sealer: Sealer, admitted: Admitted): Promise<never> {
  const { provider, email, secret, calendarUrl, isRedeemed } = admitted
  const refusal = oneAtATime()
  if (!isRedeemed) throw refusal
  const id = randomUUID()
  const sealed = sealer.sealParting(id, { email, secret, calendarUrl, names: [] })
  await insertParting(ctx.db, { id, provider, sealed, partedAt: ctx.now() })
  await ctx.enqueue(partJob, { partingId: id })
  throw new RefusalThatKeeps(refusal.status, refusal.code, refusal.message)
}
