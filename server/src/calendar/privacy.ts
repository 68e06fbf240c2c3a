import { randomUUID } from 'node:crypto'
import type { Db, ListenerCtx } from '#core/ctx.ts'
import { updateNamesWiped, updateTitlesWiped } from '#notices/public.ts'
import { findStoredBusy } from './busy/store.ts'
import { findOpenGeneration } from './feed/store.ts'
import type { Sealer, Secret } from './integration/secret.ts'
import { deleteIntegration, type IntegrationRow, lockIntegrationsOf } from './integration/store.ts'
import { findFreeHours } from './times/store.ts'
import { answerTemplates } from './notices/answers.ts'
import { calendarPrefix } from './notices/paths.ts'
import * as store from './privacy-store.ts'
import { removalJob } from './sync/removal-job.ts'
import { insertRemoval, findNames } from './sync/store.ts'
import { findClaim } from './sync/claim-store.ts'

export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    planned: await store.findPlannedBy(db, personId),
    answers: await store.findAnswersOf(db, personId),
    otherTimes: await store.findProposalsOf(db, personId),
    freeHours: (await findFreeHours(db, [personId])).get(personId) ?? null,
    connections: await store.findConnections(db, personId),
    busyTimes: await findStoredBusy(db, personId),
    hasPrivateAddress: (await findOpenGeneration(db, personId)) !== null,
  }
}

/** Runs after the person has left their mentorships: ended ones lose the event texts, active ones only the creator. */
export async function eraseFor(ctx: ListenerCtx, sealer: Sealer, personId: number): Promise<void> {
  const { db } = ctx
  await scheduleRemovals(ctx, sealer, personId)
  await store.deleteFeedOf(db, personId)
  await store.deleteAnswersOf(db, personId)
  await updateNamesWiped(db, personId, answerTemplates)
  await forgetTitles(db, await store.updateUnreadWiped(db, personId))
  await store.updatePlannedNameless(db, personId)
}

/** Wipes the texts of people who left while the mentorship was active. */
export async function wipeNameless({ db }: ListenerCtx, mentorshipId: number): Promise<void> {
  await forgetTitles(db, await store.updateNamelessWiped(db, mentorshipId))
}

/** Notices contain the titles. Titles that are still in use belong to others and stay. */
async function forgetTitles(db: Db, mentorshipIds: readonly number[]): Promise<void> {
  for (const id of mentorshipIds) await updateTitlesWiped(db, calendarPrefix(id), await store.findTitlesIn(db, id))
}

/** Removes synced events of a deleted account. The data kept until then contains no person id. */
async function scheduleRemovals(ctx: ListenerCtx, sealer: Sealer, personId: number): Promise<void> {
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
