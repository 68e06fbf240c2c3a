import { isStaffRole, type Role, type StaffRole } from '@saathi/contract/accounts/roles'
import type { Actor, StaffRight } from '#core/ctx.ts'

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
  'Viewer',
]

const staff: readonly StaffRole[] = ['Admin', 'ProgramManager', 'PairManager', 'Author', 'SafeguardingLead', 'Viewer']

/** Roles that answer surveys and take part in matching; staff do not. */
const takers: readonly Role[] = ['Mentee', 'Mentor', 'GroupMentee', 'GroupMentor']

/** The permission table. A missing row means no; the authorisation tests read the same table. */
const permissions: Readonly<Record<string, readonly Role[]>> = {
  'own_account.read': everyone,
  'own_account.write': everyone,
  'own_account.export': everyone,
  'own_account.leave': everyone,
  'second_factor.use': staff,
  'staff.console': staff,
  'staff.team': ['Admin', 'ProgramManager'],
  'staff.maintenance': ['Admin'],
  'staff.settings': ['Admin'],
  'staff.people': ['Admin', 'ProgramManager'],
  /** Changing the accounts of colleagues: a person who can change an address can take over the account. */
  'staff.accounts': ['Admin'],
  /** Coordinators see the people of the pairs they manage. */
  'staff.people_read': ['Admin', 'ProgramManager', 'PairManager', 'SafeguardingLead'],
  'staff.caseload': ['PairManager'],
  'staff.people_all': ['Admin', 'ProgramManager', 'SafeguardingLead'],
  /** Survey answers word for word; elsewhere staff see facts and counts. */
  'staff.survey_answers': ['Admin', 'ProgramManager'],
  'staff.screening': ['Admin', 'ProgramManager'],
  'staff.programmes': ['Admin', 'ProgramManager'],
  'staff.audit': ['Admin'],
  'staff.resets': ['Admin'],
  'staff.errors': ['Admin'],
  'staff.mentorships': ['Admin', 'ProgramManager'],
  /** Coordinators see the pairs they manage. */
  'staff.pairs_read': ['Admin', 'ProgramManager', 'PairManager', 'SafeguardingLead'],
  'staff.pairs_all': ['Admin', 'ProgramManager', 'SafeguardingLead'],
  /** The worklist. Coordinators see only their own pairs and people. */
  'staff.worklist': ['Admin', 'ProgramManager', 'PairManager'],
  'staff.worklist_all': ['Admin', 'ProgramManager'],
  'staff.work_rules': ['Admin', 'ProgramManager'],
  /** Answer members and take steps with a pair; coordinators only for the pairs they manage. */
  'staff.pair_work': ['Admin', 'ProgramManager', 'PairManager'],
  'staff.matching': ['Admin', 'ProgramManager'],
  'staff.help': ['Admin', 'ProgramManager', 'SafeguardingLead'],
  'staff.chat': ['Admin', 'ProgramManager', 'SafeguardingLead'],
  'staff.chat_hours': ['Admin', 'ProgramManager', 'SafeguardingLead'],
  'staff.video': ['Admin', 'ProgramManager', 'SafeguardingLead'],
  'staff.safety': ['Admin', 'SafeguardingLead'],
  /** Writing and publishing sessions, surveys, posts and texts. */
  'staff.content': ['Admin', 'ProgramManager', 'Author'],
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
  'chat.write': everyone,
  'chat.set_presence': everyone,
  'chat.mute': everyone,
  'chat.search': everyone,
  'chat.rate': everyone,
  'chat.preview_link': everyone,
  'chat.search_gifs': everyone,
  'video.call': everyone,
  'video.history': everyone,
  'safety.report': everyone,
  'safety.block': everyone,
}

/** Everything that only staff may do. */
export const staffActions: readonly string[] = Object.keys(permissions).filter((action) => action.startsWith('staff.'))

export const knowsAction = (action: string): boolean => Object.hasOwn(permissions, action)

/** Whether the role alone permits this, regardless of rights and the second factor. */
export function roleMay(role: Role, action: string): boolean {
  return knowsAction(action) && (permissions[action]?.includes(role) ?? false)
}

export const rolesThatMay = (action: string): readonly Role[] => permissions[action] ?? []

type Rights = Pick<Actor, 'rights'>

/** The programmes in which the person may do this. */
export type Scope = 'all' | ReadonlySet<number>

export function scopeOf({ rights }: Rights, action: string): Scope {
  const fitting = rights.filter(({ role }) => roleMay(role, action))
  if (fitting.some(({ projectId }) => projectId === null)) return 'all'
  return new Set(fitting.flatMap(({ projectId }) => projectId ?? []))
}

/** People and things that belong to no programme need a right for all programmes. */
export const covers = (scope: Scope, projectId: number | null): boolean =>
  scope === 'all' || (projectId !== null && scope.has(projectId))

/** Members and colleagues are different: only administrators change the accounts of staff. */
export const mayChangeAccount = (actor: Actor, { role, projectId }: { role: Role; projectId: number | null }): boolean =>
  can(actor, isStaffRole(role) ? 'staff.accounts' : 'staff.people', projectId)

/**
 * Actions whose services filter by programme. Any other staff action needs a right in all programmes, so that a forgotten filter
 * reveals nothing.
 */
const actionsByProgramme = new Set([
  'staff.console',
  'staff.team',
  'staff.help',
  'staff.people',
  'staff.people_read',
  'staff.people_all',
  'staff.caseload',
  'staff.screening',
  'staff.programmes',
  'staff.survey_answers',
  'staff.chat_hours',
  'staff.mentorships',
  'staff.pairs_read',
  'staff.pairs_all',
  'staff.worklist',
  'staff.worklist_all',
  'staff.work_rules',
  'staff.pair_work',
  'staff.matching',
  'staff.chat',
  'staff.video',
  'staff.safety',
  'staff.content',
])

/**
 * Staff act on other people, so a stolen password or token must not be enough. Without a programme: whether the actor may
 * make the call at all.
 */
export function can(
  actor: Pick<Actor, 'role' | 'rights' | 'hasSecondFactor'>,
  action: string,
  projectId?: number | null,
): boolean {
  if (!action.startsWith('staff.')) return roleMay(actor.role, action)
  if (!actor.hasSecondFactor) return false
  if (projectId !== undefined) return covers(scopeOf(actor, action), projectId)
  return actionsByProgramme.has(action) ? hasRight(actor, action) : scopeOf(actor, action) === 'all'
}

const hasRight = ({ rights }: Rights, action: string) => rights.some(({ role }: StaffRight) => roleMay(role, action))

/** Ignores the second factor: the person who ends maintenance must be able to sign in before giving it. */
export const mayEnterClosed = (actor: Rights): boolean => hasRight(actor, 'staff.maintenance')
