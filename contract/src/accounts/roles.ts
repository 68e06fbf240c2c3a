import * as z from 'zod/mini'

export const Role = z.enum([
  'Mentee',
  'Mentor',
  'GroupMentee',
  'GroupMentor',
  'Admin',
  'ProgramManager',
  'PairManager',
  'Author',
  'SafeguardingLead',
])
export type Role = z.infer<typeof Role>

const mentors: readonly Role[] = ['Mentor', 'GroupMentor']

/** Mentors see tips and their mentees. Roles are compared only here and in the server's permission table. */
export const isMentor = (role: Role): boolean => mentors.includes(role)
