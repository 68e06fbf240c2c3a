import { Role } from '@saathi/contract/accounts/roles'
import type { PublicCtx } from '#core/ctx.ts'
import { OperatorError } from '#core/operator-error.ts'
import { roleMay } from '../can.ts'
import { addPerson, type PersonByStaff } from '../sign-up/sign-up.ts'
import { findCredential } from '../store.ts'
import { issueLink } from '../codes/verification.ts'

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
