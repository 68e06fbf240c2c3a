import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Time } from '../core/fields.ts'
import { GROUP_MAX_MENTEES } from '../content/group-size.ts'
import { GroupType, Member } from './entities.ts'

/** A mentorship as staff see it, with its members. */
export const StaffMentorship = z.object({
  id: Id,
  groupType: GroupType,
  programme: z.string(),
  startedAt: Time,
  endedAt: z.nullable(Time),
  members: z.array(Member),
})
export type StaffMentorship = z.infer<typeof StaffMentorship>

export const startMentorship = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/',
  summary: 'Start a mentorship with a mentor and one or more mentees',
  action: 'staff.mentorships',
  body: z.object({
    mentor: Id,
    mentees: z.array(Id).check(z.minLength(1), z.maxLength(GROUP_MAX_MENTEES)),
    pairManager: z.optional(z.nullable(Id)),
    reason: StaffReason,
  }),
  reply: StaffMentorship,
  errors: ['mentorship.person_not_found', 'mentorship.does_not_fit', 'mentorship.already_in_one', 'mentorship.no_schedule'],
  idempotencyKey: true,
})

export const endMentorship = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/:id/end/',
  summary: 'End a mentorship; started sessions stay readable',
  action: 'staff.mentorships',
  params: z.object({ id: IdParam }),
  body: z.object({ reason: StaffReason }),
  reply: StaffMentorship,
  errors: ['mentorship.not_found'],
})

export const takeOutMember = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/:id/members/:userId/leave/',
  summary: 'Remove a member from a mentorship; without its mentor or its last mentee it ends',
  action: 'staff.mentorships',
  params: z.object({ id: IdParam, userId: IdParam }),
  body: z.object({ reason: StaffReason }),
  reply: StaffMentorship,
  errors: ['mentorship.not_found'],
})
