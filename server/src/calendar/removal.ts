import { randomUUID } from 'node:crypto'
import type { ListenerCtx } from '#core/ctx.ts'
import type { Sealer, Secret } from './integration-secret.ts'
import { deleteIntegration, type IntegrationRow, lockIntegrationsOf } from './integration-store.ts'
import { removalJob } from './removal-job.ts'
import { insertRemoval } from './removal-store.ts'
import { findClaim } from './sync-claim-store.ts'
import { findNames } from './sync-store.ts'

/** Removes synced events of a deleted account. The data kept until then contains no person id. */
export async function scheduleRemovals(ctx: ListenerCtx, sealer: Sealer, personId: number): Promise<void> {
  for (const integration of await lockIntegrationsOf(ctx.db, personId)) {
    const secret = openSecret(sealer, integration)
    if (secret !== null && integration.state !== 'revoked') await scheduleRemoval(ctx, sealer, integration, secret)
    await deleteIntegration(ctx.db, integration.id)
  }
}

async function scheduleRemoval(ctx: ListenerCtx, sealer: Sealer, integration: IntegrationRow, secret: Secret): Promise<void> {
  const { id: integrationId, provider, email, calendarUrl, unlinkedAt } = integration
  const id = randomUUID()
  const names = await findNames(ctx.db, integrationId)
  const sealed = sealer.sealRemoval(id, { email, secret, calendarUrl, names })
  await insertRemoval(ctx.db, { id, provider, sealed, requestedAt: unlinkedAt ?? ctx.now() })
  // A running sync notices that the row is gone and removes what it just added; the token must stay valid until its claim ends.
  const claim = await findClaim(ctx.db, integrationId)
  await ctx.enqueue(removalJob, { partingId: id }, claim !== null && claim > ctx.now() ? { runAt: claim } : {})
}

/** Null if it was sealed with another server secret: nothing can be removed then. */
function openSecret(sealer: Sealer, { personId, sealedAccess }: IntegrationRow): Secret | null {
  try {
    return sealer.openSecret(personId, sealedAccess)
  } catch {
    return null
  }
}
