import type { Actor, Ctx, Db, ListenerCtx } from '#core/ctx.ts'
import { deleteRepliesOf } from '#core/http/idempotency.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { requireConfirmed } from './access.ts'
import * as store from './privacy-store.ts'
import { deleteReasonsAbout } from './staff/store.ts'
import { findExperiences } from './store.ts'

/** The confirmation check comes first, so that a refusal does not use up one of the day's exports. */
export async function requireExportWithin(db: Db, limits: Limits, requester: { actor: Actor; now: () => Date }): Promise<void> {
  await requireConfirmed({ db, ...requester })
  await requireWithinLimits(db, requester.now(), [{ limits: limits.exportPerPerson, key: String(requester.actor.personId) }])
}

/** Everything each domain stores about the person, who has confirmed their identity. Secrets such as hashes are left out. */
export async function exportOwnData(ctx: Ctx): Promise<{ exportedAt: string; parts: Record<string, unknown> }> {
  const { personId, sessionId: signInId } = ctx.actor
  const parts: Record<string, unknown> = { accounts: await exportFor(ctx.db, personId) }
  for (const { name, exportPerson } of ctx.domains) {
    if (exportPerson) parts[name] = await exportPerson(ctx, { personId, signInId })
  }
  return { exportedAt: ctx.now().toISOString(), parts }
}

async function exportFor(db: Db, personId: number) {
  return {
    profile: await store.findOwnRecord(db, personId),
    flags: await findExperiences(db, personId),
    consents: await store.findConsents(db, personId),
    signIns: await store.findEverySignIn(db, personId),
    staffRights: await store.findEveryRight(db, personId),
    addressChanges: await store.findAddressChanges(db, personId),
    importedFrom: await store.findImportedRows(db, personId),
    ownImports: await store.findOwnImports(db, personId),
  }
}

/** The row itself stays, empty, because other people's data refers to it. */
export async function eraseFor(ctx: ListenerCtx, personId: number, address: string): Promise<void> {
  await deleteRepliesOf(ctx.db, personId)
  await store.deleteRecordsOf(ctx.db, personId, address)
  await deleteReasonsAbout(ctx.db, personId)
  await store.updatePersonEmptied(ctx.db, personId, ctx.now())
}
