import type { Permission } from '@saathi/contract/accounts/entities'
import { Role } from '@saathi/contract/accounts/roles'
import type { Ctx, Db, PublicCtx } from '#core/ctx.ts'
import { OperatorError } from '#core/operator-error.ts'
import { permissions, roleMay } from '../can.ts'
import { issueLink } from '../codes/verification.ts'
import { endEverySignInOf } from '../sign-in/sign-in.ts'
import { addPerson, type PersonByStaff } from '../sign-up/sign-up.ts'
import { findExperiences, findCredential } from '../store.ts'
import { requirePerson, requireSomebodyElse } from '../access.ts'
import { requireOtherAdministrator } from './rights.ts'
import { findStaffOf, type Flags, saveFlags, updateDisabled, updateMaintenance, updateVerified } from './store.ts'

/** The team who may do this for a person, once they have given their second factor. */
export const findTeamFor = (db: Db, action: string, person: { personId: number; now: Date }): Promise<number[]> =>
  findStaffOf(db, permissions[action] ?? [], person)

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
  if (isDisabled) await requireOtherAdministrator(ctx.db, person)
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

/**
 * For the command on the server's own machine: the only way to create an administrator without an administrator. Running
 * it again for an administrator without a password issues a new link.
 */
export async function addAdministrator(
  ctx: PublicCtx,
  person: Omit<PersonByStaff, 'role'>,
): Promise<{ personId: number; token: string }> {
  const { email, firstName, languageCode } = person
  const known = await findCredential(ctx.db, email)
  if (!known) return addPerson(ctx, { ...person, role: 'Admin' })
  if (!roleMay(Role.parse(known.role), 'staff.people') || known.provider !== 'normal' || known.passwordHash !== null)
    throw new OperatorError(`${email} has an account already. Nothing was changed.`)
  const { personId } = known
  return { personId, token: await issueLink(ctx, { personId, address: email, name: firstName, language: languageCode }) }
}
