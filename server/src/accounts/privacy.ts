import type { Actor, Ctx, Db } from '#core/ctx.ts'
import type { ListenerCtx } from '#core/events.ts'
import { deleteRepliesOf } from '#core/idempotency.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { requireConfirmed } from './access.ts'
import * as store from './privacy-store.ts'
import { findExperiences } from './store.ts'

/** Whoever must first confirm is told so, and loses none of the day's few exports by it. */
export async function requireExportWithin(db: Db, limits: Limits, asking: { actor: Actor; now: () => Date }): Promise<void> {
  await requireConfirmed({ db, ...asking })
  await requireWithin(db, asking.now(), [{ limits: limits.exportPerPerson, key: String(asking.actor.personId) }])
}

/**
 * Everything each room keeps about the caller, who has confirmed who they are; what is secret even from its owner, such as
 * hashes, stays inside.
 */
export async function exportOwnData(ctx: Ctx): Promise<{ exportedAt: string; parts: Record<string, unknown> }> {
  const { personId, sessionId: signInId } = ctx.actor
  const parts: Record<string, unknown> = { accounts: await exportFor(ctx.db, personId) }
  await ctx.raise({ type: 'accounts.export_asked', personId, signInId, parts })
  return { exportedAt: ctx.now().toISOString(), parts }
}

async function exportFor(db: Db, personId: number) {
  return {
    profile: await store.findOwnRecord(db, personId),
    flags: await findExperiences(db, personId),
    consents: await store.findConsents(db, personId),
    signIns: await store.findEverySignIn(db, personId),
    addressChanges: await store.findAddressChanges(db, personId),
  }
}

/** The row itself stays, empty, because what others were sent points at it. */
export async function eraseFor(ctx: ListenerCtx, personId: number, address: string): Promise<void> {
  await deleteRepliesOf(ctx.db, personId)
  await store.deleteRecordsOf(ctx.db, personId, address)
  await store.updatePersonEmptied(ctx.db, personId, ctx.now())
}
