import { type StaffRole, isForInstance, isStaffRole, Role } from '@saathi/contract/accounts/roles'
import type { TeamMember } from '@saathi/contract/accounts/team-calls'
import type { Ctx, Db, StaffRight } from '#core/ctx.ts'
import { badInput, conflict, forbidden, notFound } from '#core/errors.ts'
import { requireConfirmed } from '../access.ts'
import { covers, scopeOf } from '../can.ts'
import { linkToPictures } from '../profile/picture.ts'
import * as store from './rights-store.ts'

/** Only administrators appoint people who see everything or who decide about safety. */
const rolesGivenBy: Readonly<Partial<Record<StaffRole, readonly StaffRole[]>>> = {
  Admin: ['Admin', 'ProgramManager', 'PairManager', 'Author', 'SafeguardingLead', 'Viewer'],
  ProgramManager: ['PairManager', 'Author', 'Viewer'],
}

export const mayGive = ({ rights }: Pick<Ctx['actor'], 'rights'>, right: StaffRight): boolean =>
  rights.some(
    ({ role, projectId }) =>
      rolesGivenBy[role]?.includes(right.role) === true && (projectId === null || projectId === right.projectId),
  )

/** Members of the team with a right in the programmes that the reader manages, and only those rights. */
export async function listTeam(ctx: Ctx): Promise<{ members: TeamMember[]; rolesToGive: StaffRole[] }> {
  const scope = scopeOf(ctx.actor, 'staff.team')
  const accounts = await store.findStaffAccounts(ctx.db)
  const rights = Map.groupBy(await store.findCurrentRights(ctx.db, ctx.now()), ({ personId }) => personId)
  const pictures = await linkToPictures(ctx, accounts)
  const members = accounts.map(({ personId, firstName, lastName, email, ...account }, place) => ({
    personId,
    name: `${firstName} ${lastName}`.trim(),
    email,
    picture: pictures[place] ?? null,
    isDisabled: account.disabledAt !== null,
    hasSignedUp: account.passwordHash !== null,
    hasAuthenticator: account.authenticatorAt !== null,
    rights: (rights.get(personId) ?? []).filter(({ projectId }) => projectId === null || covers(scope, projectId)).map(showRight),
  }))
  return {
    members: members.filter((member) => scope === 'all' || member.rights.length > 0),
    rolesToGive: [...new Set(ctx.actor.rights.flatMap(({ role }) => rolesGivenBy[role] ?? []))],
  }
}

const showRight = ({ id, role, projectId, until, givenAt, ...giver }: store.RightRow) => ({
  id,
  role,
  projectId,
  until: until?.toISOString() ?? null,
  givenAt: givenAt.toISOString(),
  givenBy: giver.giverFirstName === null ? null : `${giver.giverFirstName} ${giver.giverLastName ?? ''}`.trim(),
})

type WantedRight = StaffRight & { personId: number; until: string | null }

export async function giveRight(ctx: Ctx, { personId, role, projectId, until }: WantedRight): Promise<{ id: number }> {
  await requireConfirmed(ctx)
  if (personId === ctx.actor.personId) throw conflict('accounts.own_right')
  if (!mayGive(ctx.actor, { role, projectId }) || (isForInstance(role) && projectId !== null))
    throw forbidden('accounts.right_beyond_yours')
  // The same reply as for programmes that the actor does not manage.
  if (projectId !== null && !(await store.hasProgramme(ctx.db, projectId))) throw forbidden('accounts.right_beyond_yours')
  const ends = until === null ? null : new Date(until)
  if (ends && ends <= ctx.now()) throw badInput('accounts.right_ends_in_past')
  // Members have no staff rights; a person who is both has two accounts.
  const account = await store.findRoleForUpdate(ctx.db, personId)
  if (account === null || !isStaffRole(Role.parse(account))) throw notFound('accounts.person_not_found')
  await store.endExpiredRights(ctx.db, personId, ctx.now())
  const id = await store.insertRight(ctx.db, {
    personId,
    role,
    projectId,
    until: ends,
    givenBy: ctx.actor.personId,
    givenAt: ctx.now(),
  })
  if (id === null) throw conflict('accounts.right_exists')
  publishRightsChanged(ctx, personId)
  return { id }
}

export async function endRight(ctx: Ctx, id: number): Promise<void> {
  await requireConfirmed(ctx)
  const right = await store.findRight(ctx.db, id)
  // A right that the actor may not give is reported as missing.
  if (!right || !mayGive(ctx.actor, right)) throw notFound('accounts.right_not_found')
  if (isForInstance(right.role)) await requireOtherAdministrator(ctx.db, right.personId)
  if (!(await store.updateRightEnded(ctx.db, id, { by: ctx.actor.personId, at: ctx.now() }))) {
    throw notFound('accounts.right_not_found')
  }
  publishRightsChanged(ctx, right.personId)
  await ctx.raise({ type: 'accounts.right_ended', personId: right.personId })
}

/** Call before anything that takes an administrator's access away: somebody must be left who can give it back. */
export async function requireOtherAdministrator(db: Db, personId: number): Promise<void> {
  const administrators = await store.lockAdministrators(db)
  if (administrators.delete(personId) && administrators.size === 0) throw conflict('accounts.last_administrator')
}

/** Updates their open tabs and drops the cached actor. */
function publishRightsChanged(ctx: Ctx, personId: number): void {
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}
