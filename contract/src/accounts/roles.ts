import * as z from 'zod/mini'

/** Roles of the team. What a staff account may do is decided by its rights: a role, for one programme or all. */
export const StaffRole = z.enum(['Admin', 'ProgramManager', 'PairManager', 'Author', 'SafeguardingLead', 'Viewer'])
export type StaffRole = z.infer<typeof StaffRole>

export const Role = z.enum(['Mentee', 'Mentor', 'GroupMentee', 'GroupMentor', ...StaffRole.options])
export type Role = z.infer<typeof Role>

const mentors: readonly Role[] = ['Mentor', 'GroupMentor']

/** Looks after pairs. Roles are compared only here and in the server's permission table. */
export const isCoordinator = (role: Role): boolean => role === 'PairManager'

/** Mentors see tips and their mentees. */
export const isMentor = (role: Role): boolean => mentors.includes(role)

/** An administrator is responsible for the whole instance, never for one programme. */
export const isForInstance = (role: StaffRole): boolean => role === 'Admin'

/** Everybody of the team lands in the console; coordinators reach their chats from there. */
export const isStaffRole = (role: Role): role is StaffRole => StaffRole.safeParse(role).success
