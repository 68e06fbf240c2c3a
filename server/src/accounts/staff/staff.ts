import type { Permission, UserType } from '@saathi/contract/accounts/entities'
import { isStaffRole, Role } from '@saathi/contract/accounts/roles'
import type { Ctx, Db, ListenerCtx, PublicCtx } from '#core/ctx.ts'
import { conflict, forbidden } from '#core/errors.ts'
import { OperatorError } from '#core/operator-error.ts'
import { findAddressOf } from '../address-store.ts'
import { can, roleMay, rolesThatMay } from '../can.ts'
import { hasLinkBetween } from '../codes/store.ts'
import { issueLink } from '../codes/verification.ts'
import { endEverySignInOf } from '../sign-in/sign-in.ts'
import { roleIn } from '../sign-up/new-member.ts'
import { addPerson, type PersonByStaff } from '../sign-up/sign-up.ts'
import { findExperiences, findCredential } from '../store.ts'
import { displayName } from '../service.ts'
import { requireConfirmed, requirePerson, requireSomebodyElse } from '../access.ts'
import { addressTaken, isEmailUpdated } from '../profile/profile.ts'
import { mayGive, requireOtherAdministrator } from './rights.ts'
import type { StaffChange } from '../events.ts'
import * as store from './store.ts'
import { findInvited, findPersonForUpdate, type Flags, updateVerified } from './store.ts'

/** The members of the team who may do this for a person. */
export const findTeamFor = (db: Db, action: string, person: { personId: number; now: Date }): Promise<number[]> =>
  store.findStaffOf(db, rolesThatMay(action), person)

/** The names of the members of the team who may do this for a person, in alphabetical order. */
export async function findTeamNames(db: Db, action: string, person: { personId: number; now: Date }) {
  const names = await store.findNames(db, await findTeamFor(db, action, person))
  return names.map(({ personId, ...name }) => ({ personId, name: displayName(name) }))
}

/** The push makes every page and every server process refetch the maintenance state. */
export async function setMaintenance(ctx: Ctx, maintenance: store.Maintenance): Promise<void> {
  const { underMaintenance, message, until } = maintenance
  await store.updateMaintenance(ctx.db, maintenance)
  const details = underMaintenance ? { maintenance: { message, until: until?.toISOString() ?? null } } : {}
  ctx.push({ toEveryone: true, event: { type: 'accounts.maintenance_changed', underMaintenance, ...details } })
}

/** Flags that are left out stay as they are. */
export async function setFlags(ctx: Ctx, personId: number, changes: { [Name in keyof Flags]?: Flags[Name] | undefined }) {
  const person = await requirePerson(ctx, personId)
  const { chatStatus, ...others } = await findExperiences(ctx.db, person)
  const before = new Map<string, Permission>(Object.entries({ ...others, ...chatStatus }))
  const changed = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  await store.saveFlags(ctx.db, person, Object.fromEntries(changed))
  const opened = changed.flatMap(([name, value]) => (value === 'use' && before.get(name) !== 'use' ? [name] : []))
  await publishFlagsChanged(ctx, person, opened)
  const closed = changed.flatMap(([name, value]) => (value !== 'use' && before.get(name) === 'use' ? [name] : []))
  if (closed.length > 0) await raiseChange(ctx, person, { is: 'closed', parts: closed })
}

export async function setDisabled(ctx: Ctx, personId: number, isDisabled: boolean): Promise<void> {
  const person = await requireSomebodyElse(ctx, personId)
  if (isDisabled) await requireOtherAdministrator(ctx.db, person)
  const isChanged = await store.updateDisabled(ctx.db, person, isDisabled, ctx.now())
  if (isDisabled) await endEverySignInOf(ctx, person, 'disabled')
  if (isChanged) await raiseChange(ctx, person, { is: isDisabled ? 'blocked' : 'unblocked' })
  if (isChanged && isDisabled) await ctx.raise({ type: 'accounts.right_ended', personId: person })
  await publishFlagsChanged(ctx, person)
}

/** A suspension or a ban of a member by the safety desk, which has checked who may decide it, or its end. */
export async function setDisabledBySafety(ctx: ListenerCtx, personId: number, isDisabled: boolean): Promise<void> {
  if (!(await store.findPersonForUpdate(ctx.db, personId))) return
  await store.updateDisabled(ctx.db, personId, isDisabled, ctx.now())
  if (isDisabled) await endEverySignInOf(ctx, personId, 'disabled')
  await publishFlagsChanged(ctx, personId)
}

export async function setVerified(ctx: Ctx, personId: number, isVerified: boolean): Promise<void> {
  const person = await requirePerson(ctx, personId)
  await updateVerified(ctx.db, person, isVerified, ctx.now())
  await publishFlagsChanged(ctx, person)
}

/**
 * A colleague can be added only by people who may give that role's right; a programme manager can add members to their
 * programmes.
 */
export async function addPersonByStaff(ctx: Ctx, person: PersonByStaff): Promise<{ personId: number }> {
  // A staff account begins with a right, so this needs the same confirmation as giving one.
  if (isStaffRole(person.role)) await requireConfirmed(ctx)
  const { personId } = await addPerson(ctx, person)
  const projectId = (await findPersonForUpdate(ctx.db, personId))?.projectId ?? null
  const mayAdd = isStaffRole(person.role)
    ? mayGive(ctx.actor, { role: person.role, projectId })
    : can(ctx.actor, 'staff.people', projectId)
  if (!mayAdd) throw forbidden('accounts.right_beyond_yours')
  return { personId }
}

const INVITE_AGAIN_MS = 60_000

export async function inviteAgain(ctx: Ctx, id: number): Promise<void> {
  const personId = await requirePerson(ctx, id)
  const person = await findInvited(ctx.db, personId)
  if (!person) throw conflict('accounts.already_joined')
  const lately = new Date(ctx.now().getTime() - INVITE_AGAIN_MS)
  if (await hasLinkBetween(ctx.db, personId, [lately, ctx.now()])) throw conflict('accounts.just_invited')
  await issueLink(ctx, { personId, ...person })
}

/** The new address must be verified before the next sign-in: staff may have mistyped it. */
export async function changeAddress(ctx: Ctx, id: number, address: string): Promise<void> {
  await requireConfirmed(ctx)
  const personId = await requireSomebodyElse(ctx, id)
  const from = await findAddressOf(ctx.db, personId)
  if (from === null || from === address || !(await isEmailUpdated(ctx, personId, address))) throw addressTaken()
  await updateVerified(ctx.db, personId, false, ctx.now())
  await endEverySignInOf(ctx, personId, 'signed_out')
  await ctx.raise({ type: 'accounts.email_changed', personId, from, to: address })
  const person = await findInvited(ctx.db, personId)
  if (person) await issueLink(ctx, { personId, ...person })
}

/** The group variant of the role follows from the programme. */
export async function setRole(ctx: Ctx, id: number, role: UserType): Promise<void> {
  const personId = await requirePerson(ctx, id)
  await store.updateRole(ctx.db, personId, roleIn(await store.findGroupType(ctx.db, personId), role))
  await raiseChange(ctx, personId, { is: 'role' })
  await publishFlagsChanged(ctx, personId)
}

export async function signOutEverywhere(ctx: Ctx, id: number): Promise<void> {
  const personId = await requirePerson(ctx, id)
  await endEverySignInOf(ctx, personId, 'signed_out')
  await raiseChange(ctx, personId, { is: 'signed_out' })
}

const raiseChange = (ctx: Ctx, personId: number, change: StaffChange): Promise<void> =>
  ctx.raise({ type: 'accounts.changed_by_staff', personId, change })

/** Open tabs refetch the profile, and other domains learn which flags were opened. */
async function publishFlagsChanged(ctx: ListenerCtx, personId: number, opened: readonly string[] = []): Promise<void> {
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
