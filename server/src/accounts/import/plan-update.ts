import { Role } from '@saathi/contract/accounts/roles'
import { covers, type Scope } from '../can.ts'
import { roleIn } from '../sign-up/new-member.ts'
import type { ImportedPerson } from './check-fields.ts'
import type { Account } from './facts-store.ts'

/** The fields of an account that an import may change. */
export type Details = { firstName: string; lastName: string; role: string; projectId: number | null; cohortId: number | null }
export type RowUpdate = { personId: number; hasJoined: boolean; found: Details; written: Details }

/**
 * Null if the importer may not change the account, or if none of these details differ. People who have joined stay in their
 * programme, because they would lose their progress there.
 */
export function planUpdate(person: ImportedPerson, account: Account, scope: Scope): RowUpdate | 'joined' | null {
  const { personId, hasJoined, isDisabled, firstName, lastName, role, projectId, cohortId } = account
  const { programme } = person
  const known = Role.safeParse(role).data
  const isOther = known === undefined || roleIn('1to1', known) !== person.role
  if (isOther || isDisabled || !covers(scope, projectId)) return null
  const isElsewhere = projectId !== programme.projectId
  if (isElsewhere && hasJoined) return 'joined'
  const found = { firstName, lastName, role, projectId, cohortId }
  const written = {
    firstName: person.firstName,
    lastName: person.lastName,
    role: isElsewhere ? roleIn(programme.groupType, person.role) : role,
    projectId: programme.projectId,
    // Without a cohort in the file, people stay in theirs, and join the open one of another programme.
    cohortId: programme.cohortId ?? (isElsewhere ? null : cohortId),
  }
  return JSON.stringify(found) === JSON.stringify(written) ? null : { personId, hasJoined, found, written }
}
