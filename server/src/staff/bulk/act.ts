import * as single from '@saathi/contract/accounts/staff-calls'
import type { Call } from '@saathi/contract/core/call'
import type { BulkKind, LeftOutWhy } from '@saathi/contract/staff/bulk-calls'
import { inviteAgain, scopeOf, setDisabled, setFlags, signOutEverywhere } from '#accounts/public.ts'
import { type Actor, type Ctx, sqlState } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import { type BulkPlan, findWhyLeftOut } from './choice-store.ts'
import { type BulkActRow, inSavepoint } from './store.ts'

type Act = Pick<BulkPlan, 'kind' | 'feature' | 'permission'>

/** Uses the actor's current rights. */
export const planFor = (actor: Actor, { kind, feature, permission }: Act): BulkPlan => ({
  kind,
  feature,
  permission,
  actorId: actor.personId,
  peopleScope: scopeOf(actor, 'staff.people'),
  accountsScope: scopeOf(actor, 'staff.accounts'),
})

type SingleAct = {
  /** Recorded as this call, so that it looks the same as an act on the person's page. */
  call: Call
  run: (ctx: Ctx, personId: number, act: Act) => Promise<void>
}

const singleActs: Readonly<Record<BulkKind, SingleAct>> = {
  invite: { call: single.inviteAgain, run: inviteAgain },
  sign_out: { call: single.signOutEverywhere, run: signOutEverywhere },
  block: { call: single.setDisabled, run: (ctx, personId) => setDisabled(ctx, personId, true) },
  unblock: { call: single.setDisabled, run: (ctx, personId) => setDisabled(ctx, personId, false) },
  feature: {
    call: single.setFlags,
    run: async (ctx, personId, { feature, permission }) => {
      if (feature !== null && permission !== null) await setFlags(ctx, personId, { [feature]: permission })
    },
  },
}

const refusals: Readonly<Record<string, LeftOutWhy>> = {
  'accounts.person_not_found': 'no_right',
  'accounts.already_joined': 'already',
  'accounts.just_invited': 'just_invited',
  'accounts.last_administrator': 'last_administrator',
  'accounts.not_oneself': 'oneself',
}

/** A serialization conflict: the transaction is run again. */
const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error))

/** Null if it succeeded, otherwise the reason. An unexpected error skips this person and does not stop the others. */
export async function actOn(ctx: Ctx, personId: number, act: Act): Promise<LeftOutWhy | null> {
  const why = await findWhyLeftOut(ctx.db, personId, planFor(ctx.actor, act))
  if (why !== null) return why
  try {
    await inSavepoint(ctx.db, () => singleActs[act.kind].run(ctx, personId, act))
    return null
  } catch (error) {
    if (isConflict(error)) throw error
    if (error instanceof Refusal) return refusals[error.code] ?? 'failed'
    ctx.log.error({ err: error, kind: act.kind }, 'bulk act: one person failed')
    return 'failed'
  }
}

/** Recorded like the call on the person's page. */
export function toStaffAct({ id, kind, reason, ip, madeBy }: BulkActRow, { personId, at }: { personId: number; at: Date }) {
  const { method, path } = singleActs[kind].call
  const named = { params: { personId }, bulkActId: id }
  return { at, staffId: madeBy, call: `${method} ${path}`, named, address: ip, personId, reason }
}
