import type { Permission } from '@saathi/contract/accounts/entities'
import type { Ctx, Db } from '#core/ctx.ts'
import { permissions } from '../can.ts'
import { endEverySignInOf } from '../sign-in/end-sign-ins.ts'
import { requirePerson, requireSomebodyElse } from './access.ts'
import { findActiveWithRoles, type Flags, saveFlags, updateDisabled, updateMaintenance, updateVerified } from './store.ts'
import { findExperiences } from '../store.ts'

/** People whose role allows this once they have given their second factor. */
export const findPeopleAllowed = (db: Db, action: string): Promise<number[]> => findActiveWithRoles(db, permissions[action] ?? [])

/** Pushed to everyone; every server process refetches it. */
export async function setMaintenance(ctx: Ctx, underMaintenance: boolean): Promise<void> {
  await updateMaintenance(ctx.db, underMaintenance)
  ctx.push({ toEveryone: true, event: { type: 'accounts.maintenance_changed', underMaintenance } })
}

/** Flags that are left out stay as they are. */
export async function setFlags(ctx: Ctx, personId: number, changes: { [Name in keyof Flags]?: Flags[Name] | undefined }) {
  const person = await requirePerson(ctx, personId)
  const { chatStatus, ...others } = await findExperiences(ctx.db, person)
  const before = new Map<string, Permission>(Object.entries({ ...others, ...chatStatus }))
  const changed = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  await saveFlags(ctx.db, person, Object.fromEntries(changed))
  const opened = changed.flatMap(([name, value]) => (value === 'use' && before.get(name) !== 'use' ? [name] : []))
  await publishFlagsChanged(ctx, person, opened)
}

export async function setDisabled(ctx: Ctx, personId: number, isDisabled: boolean): Promise<void> {
  const person = await requireSomebodyElse(ctx, personId)
  await updateDisabled(ctx.db, person, isDisabled, ctx.now())
  if (isDisabled) await endEverySignInOf(ctx, person, 'disabled')
  await publishFlagsChanged(ctx, person)
}

export async function setVerified(ctx: Ctx, personId: number, isVerified: boolean): Promise<void> {
  const person = await requirePerson(ctx, personId)
  await updateVerified(ctx.db, person, isVerified, ctx.now())
  await publishFlagsChanged(ctx, person)
}

/** Open tabs refetch the profile, and other domains learn which flags were opened. */
async function publishFlagsChanged(ctx: Ctx, personId: number, opened: readonly string[] = []): Promise<void> {
  await ctx.raise({ type: 'accounts.flags_changed', personId, opened })
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}
