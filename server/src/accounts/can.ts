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

const staff: readonly Role[] = ['Admin', 'ProgramManager', 'PairManager', 'Author', 'SafeguardingLead']

/** Roles that answer surveys and take part in matching; staff do not. */
const takers: readonly Role[] = ['Mentee', 'Mentor', 'GroupMentee', 'GroupMentor']

/** The permission table. A missing row means no; the authorisation tests read the same table. */
export const permissions: Readonly<Record<string, readonly Role[]>> = {
  'own_account.read': everyone,
  'own_account.write': everyone,
  'own_account.export': everyone,
  'own_account.leave': everyone,
  'second_factor.use': staff,
  'staff.maintenance': ['Admin'],
  'staff.people': ['Admin'],
  'staff.errors': ['Admin'],
  'staff.mentorships': ['Admin', 'ProgramManager'],
  'staff.matching': ['Admin', 'ProgramManager'],
  'staff.help': ['Admin', 'ProgramManager', 'SafeguardingLead'],
  'staff.chat': ['Admin', 'ProgramManager', 'SafeguardingLead'],
  'staff.video': ['Admin', 'ProgramManager', 'SafeguardingLead'],
  'notices.read': everyone,
  'notices.write': everyone,
  'help.use': everyone,
  'file.write': everyone,
  'content.read_cards': everyone,
  'content.read_screens': everyone,
  'feed.read': everyone,
  'feed.write': everyone,
  'learning.read': everyone,
  'learning.write': everyone,
  'learning.read_mentor_tips': ['Mentor', 'GroupMentor'],
  'mentorship.read': everyone,
  'mentorship.write': everyone,
  'mentorship.lead': ['Mentor', 'GroupMentor'],
  'mentorship.follow': ['Mentee', 'GroupMentee'],
  'mentorship.manage': ['PairManager'],
  'matching.read': everyone,
  'matching.choose': takers,
  'surveys.read': everyone,
  'surveys.take': takers,
  'calendar.read': everyone,
  'calendar.write': everyone,
  'chat.read': everyone,
  'chat.open_direct': everyone,
  'chat.search': everyone,
  'chat.rate': everyone,
  'chat.preview_link': everyone,
  'chat.search_gifs': everyone,
  'video.call': everyone,
  'video.history': everyone,
}

export const knowsAction = (action: string): boolean => Object.hasOwn(permissions, action)

/** Whether the role alone permits this, regardless of the second factor. */
export function roleMay(role: Role, action: string): boolean {
  return knowsAction(action) && (permissions[action]?.includes(role) ?? false)
}

/** Staff act on other people, so a stolen password or token must not be enough. */
const needsSecondFactor = (action: string): boolean => action.startsWith('staff.')

export function can(actor: { role: Role; hasSecondFactor: boolean }, action: string): boolean {
  return roleMay(actor.role, action) && (actor.hasSecondFactor || !needsSecondFactor(action))
}

/** By role alone: the person who ends maintenance must be able to sign in before giving the second factor. */
export const mayEnterClosed = ({ role }: { role: Role }): boolean => roleMay(role, 'staff.maintenance')
