import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Time } from '../core/fields.ts'
import { GROUP_MAX_MENTEES } from '../content/group-size.ts'
import { PairRequest, PairStep, PairStepKind, REQUEST_WORDS_MAX, RequestAnswer, STEP_WORDS_MAX } from './course-entities.ts'
import { GroupType, Member } from './entities.ts'
import { EndingReason, NOTE_MAX, StaffFarewell } from './farewell.ts'

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

const words = (most: number) => z._default(z.string().check(z.trim(), z.maxLength(most)), '')

export const answerRequest = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/:id/requests/:requestId/answer/',
  summary: 'Answer the request of a member; only they are notified, and the pair ends if the answer says so',
  action: 'staff.pair_work',
  params: z.object({ id: IdParam, requestId: IdParam }),
  body: z.object({ kind: RequestAnswer, words: words(REQUEST_WORDS_MAX) }),
  reply: PairRequest,
  errors: ['mentorship.not_found', 'mentorship.request_not_found', 'mentorship.request_closed', 'mentorship.words_missing'],
})

const Steps = z.object({ steps: z.array(PairStep).check(z.maxLength(100)) })

export const takePairStep = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/:id/steps/',
  summary: 'Remind, warn, pause or end a pair; its members are notified in their language',
  action: 'staff.pair_work',
  params: z.object({ id: IdParam }),
  body: z.object({ kind: PairStepKind, words: words(STEP_WORDS_MAX), reason: StaffReason }),
  reply: Steps,
  errors: ['mentorship.not_found', 'mentorship.over', 'mentorship.step_too_early', 'mentorship.step_in_force'],
})

export const undoPairStep = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/:id/steps/:stepId/undo/',
  summary: 'Resume a paused pair',
  action: 'staff.mentorships',
  params: z.object({ id: IdParam, stepId: IdParam }),
  body: z.object({ reason: StaffReason }),
  reply: Steps,
  errors: ['mentorship.not_found', 'mentorship.over', 'mentorship.step_not_found', 'mentorship.step_final'],
})

const Begun = z.object({
  /** Null after an unsafe ending. */
  farewell: z.nullable(StaffFarewell),
})

export const beginFarewell = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/:id/farewell/',
  summary: 'Begin the farewell of a pair; if somebody may not be safe, it ends at once and the safety desk gets a case',
  action: 'staff.mentorships',
  params: z.object({ id: IdParam }),
  body: z.object({
    why: EndingReason,
    /** Only for an unsafe ending, and only the safety desk reads it. */
    note: words(NOTE_MAX),
  }),
  reply: Begun,
  errors: ['mentorship.not_found', 'mentorship.over', 'mentorship.farewell_open', 'mentorship.words_missing'],
})

export const cancelFarewell = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/:id/farewell/cancel/',
  summary: 'Cancel a farewell that has begun; the mentorship continues',
  action: 'staff.mentorships',
  params: z.object({ id: IdParam }),
  body: z.object({ reason: StaffReason }),
  reply: Begun,
  errors: ['mentorship.not_found', 'mentorship.farewell_not_found'],
})
