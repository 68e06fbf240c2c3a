import { randomUUID } from 'node:crypto'
import type { ListenerCtx } from '#core/events.ts'
import type { Sealer, Secret } from './integration-secret.ts'
import { deleteIntegration, type IntegrationRow, lockIntegrationsOf } from './integration-store.ts'
import { partJob } from './parting-job.ts'
import { insertParting } from './parting-store.ts'
import { findClaim } from './sync-claim-store.ts'
import { findNames } from './sync-store.ts'

/** Who leaves Saathi has what we brought taken out of their calendar. What is kept for that until it is done names nobody. */
export async function partFrom(ctx: ListenerCtx, sealer: Sealer, personId: number): Promise<void> {
  for (const integration of await lockIntegrationsOf(ctx.db, personId)) {
    const secret = openSecret(sealer, integration)
    if (secret !== null && integration.state !== 'revoked') await part(ctx, sealer, integration, secret)
    await deleteIntegration(ctx.db, integration.id)
  }
}

async function part(ctx: ListenerCtx, sealer: Sealer, integration: IntegrationRow, secret: Secret): Promise<void> {
  const { id: integrationId, provider, email, calendarUrl, unlinkedAt } = integration
  const id = randomUUID()
  const names = await findNames(ctx.db, integrationId)
  const sealed = sealer.sealParting(id, { email, secret, calendarUrl, names })
  await insertParting(ctx.db, { id, provider, sealed, partedAt: unlinkedAt ?? ctx.now() })
  // Whoever brings something there at this moment finds no place for a note and takes it out again, for which the token must hold.
  const claim = await findClaim(ctx.db, integrationId)
  await ctx.enqueue(partJob, { partingId: id }, claim !== null && claim > ctx.now() ? { runAt: claim } : {})
}

/** Null for what was sealed with another secret of the server: nothing can be taken out with it. */
function openSecret(sealer: Sealer, { personId, sealedAccess }: IntegrationRow): Secret | null {
  try {
    return sealer.openSecret(personId, sealedAccess)
  } catch {
    return null
  }
}
