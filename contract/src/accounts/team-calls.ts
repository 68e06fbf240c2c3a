import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Time } from '../core/fields.ts'
import { StaffRole } from './roles.ts'

/** A role in one programme, or in all of them if `projectId` is null. */
export const StaffRight = z.object({
  id: Id,
  role: StaffRole,
  projectId: z.nullable(Id),
  /** The moment at which the right ends; null if it has no end. */
  until: z.nullable(Time),
  givenAt: Time,
  /** Null if it was given when the account was created. */
  givenBy: z.nullable(z.string()),
})
export type StaffRight = z.infer<typeof StaffRight>

export const TeamMember = z.object({
  personId: Id,
  name: z.string(),
  email: z.string(),
  picture: z.nullable(z.string()),
  isDisabled: z.boolean(),
  /** Whether they have set a password yet. */
  hasSignedUp: z.boolean(),
  hasAuthenticator: z.boolean(),
  rights: z.array(StaffRight),
})
export type TeamMember = z.infer<typeof TeamMember>

export const listTeam = defineCall({
  method: 'GET',
  path: '/api/v2/staff/team/',
  summary: 'List staff accounts and their rights, in the programmes you may manage',
  action: 'staff.team',
  reply: z.object({
    members: z.array(TeamMember).check(z.maxLength(500)),
    /** The roles you may give and take away. */
    rolesToGive: z.array(StaffRole),
  }),
  errors: [],
})

export const giveRight = defineCall({
  method: 'POST',
  path: '/api/v2/staff/team/rights/',
  summary: 'Give a staff account a role in one programme or in all',
  action: 'staff.team',
  body: z.object({ personId: Id, role: StaffRole, projectId: z.nullable(Id), until: z.nullable(Time) }),
  reply: z.object({ id: Id }),
  errors: [
    'accounts.person_not_found',
    'accounts.own_right',
    'accounts.right_beyond_yours',
    'accounts.right_exists',
    'accounts.right_ends_in_past',
    'accounts.confirm_first',
  ],
})

export const endRight = defineCall({
  method: 'POST',
  path: '/api/v2/staff/team/rights/:id/end/',
  summary: 'End a right at once',
  action: 'staff.team',
  params: z.object({ id: IdParam }),
  body: Nothing,
  reply: Nothing,
  errors: ['accounts.right_not_found', 'accounts.last_administrator', 'accounts.confirm_first'],
})
