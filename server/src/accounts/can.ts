import type { Role } from '@saathi/contract/accounts/roles'

const everyone: readonly Role[] = [
  'Mentee',
  'Mentor',
  'GroupMentee',
  'GroupMentor',
  'Admin',
  'ProgramManager',
  'PairManager',
  'Author',
  'SafeguardingLead',
]

/** Who may do what. A row that is missing is a no; the authorisation tests read this same table. */
export const permissions: Readonly<Record<string, readonly Role[]>> = {
  'own_account.read': everyone,
  'own_account.write': everyone,
  'file.write': everyone,
  'learning.read': everyone,
  'learning.write': everyone,
  'chat.preview_link': everyone,
}

export const knowsAction = (action: string): boolean => Object.hasOwn(permissions, action)

export function can(role: Role, action: string): boolean {
  return knowsAction(action) && (permissions[action]?.includes(role) ?? false)
}
