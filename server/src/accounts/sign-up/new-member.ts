import type { Permission } from '@saathi/contract/accounts/entities'
import type { Role } from '@saathi/contract/accounts/roles'

export type Flag =
  | 'curriculum'
  | 'session'
  | 'video'
  | 'survey'
  | 'internship'
  | 'chattype'
  | 'mentorship_chat'
  | 'ai_chat'
  | 'help_center'

/**
 * Flags of a new member: parts they may use ('use') and parts that unlock later ('show'): five sessions unlock mentorship and internships,
 * the start of a mentorship unlocks chat and calls with its members. Only staff can change 'off'.
 */
export const newMemberFlags: Readonly<Record<Flag, Permission>> = {
  session: 'use',
  survey: 'use',
  chattype: 'use',
  ai_chat: 'use',
  help_center: 'use',
  curriculum: 'show',
  internship: 'show',
  mentorship_chat: 'show',
  video: 'show',
}

const inGroup: Partial<Record<Role, Role>> = { Mentee: 'GroupMentee', Mentor: 'GroupMentor' }
const inPair: Partial<Record<Role, Role>> = { GroupMentee: 'Mentee', GroupMentor: 'Mentor' }

/** The group variant follows the programme's type; nobody chooses it. Other roles have none. */
export function roleIn(groupType: string | null, role: Role): Role {
  return (groupType === '1toM' ? inGroup[role] : inPair[role]) ?? role
}
