import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing } from '../core/fields.ts'
import {
  Agreement,
  CHECK_IN_WORDS_MAX,
  CheckIn,
  CheckInScore,
  MeetingsPerMonth,
  MyCourse,
  PairRequest,
  PairStep,
  PairStepKind,
  REQUEST_WORDS_MAX,
  RequestAnswer,
  RequestKind,
  RequestReason,
  STEP_WORDS_MAX,
} from './course-entities.ts'

const params = z.object({ id: IdParam })
const words = (most: number) => z._default(z.string().check(z.trim(), z.maxLength(most)), '')

export const getMyCourse = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/:id/course/',
  summary: 'Get what you agreed on, your check-in and your request to the team',
  action: 'mentorship.read',
  params,
  reply: MyCourse,
  errors: ['mentorship.not_found'],
})

export const requestChange = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/:id/requests/',
  summary: 'Ask the team for another partner or for an end; your partner does not learn of it',
  action: 'mentorship.write',
  params,
  body: z.object({ kind: RequestKind, reason: RequestReason, words: words(REQUEST_WORDS_MAX) }),
  reply: PairRequest,
  errors: ['mentorship.not_found', 'mentorship.request_open'],
  idempotencyKey: true,
})

const requestParams = z.object({ id: IdParam, requestId: IdParam })

export const withdrawRequest = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/:id/requests/:requestId/withdraw/',
  summary: 'Take your request to the team back',
  action: 'mentorship.write',
  params: requestParams,
  body: Nothing,
  reply: PairRequest,
  errors: ['mentorship.request_not_found', 'mentorship.request_closed'],
})

export const answerCheckIn = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/:id/check-in/',
  summary: 'Say how it is going; only the team reads it, and you can change it until the next check-in',
  action: 'mentorship.write',
  params,
  body: z.object({ number: Id, score: CheckInScore, words: words(CHECK_IN_WORDS_MAX) }),
  reply: CheckIn,
  errors: ['mentorship.not_found', 'mentorship.check_in_over'],
  idempotencyKey: true,
})

export const proposeAgreement = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/:id/agreement/',
  summary: 'Propose how often you meet; a mentor of a group decides it',
  action: 'mentorship.write',
  params,
  body: z.object({ meetingsPerMonth: MeetingsPerMonth }),
  reply: Agreement,
  errors: ['mentorship.not_found'],
  idempotencyKey: true,
})

const proposalParams = z.object({ id: IdParam, proposalId: IdParam })

export const acceptAgreement = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/:id/agreement/:proposalId/accept/',
  summary: "Accept your partner's proposal of how often you meet",
  action: 'mentorship.write',
  params: proposalParams,
  body: Nothing,
  reply: Agreement,
  errors: ['mentorship.not_found', 'mentorship.proposal_not_found'],
})

export const closeProposal = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/:id/agreement/:proposalId/close/',
  summary: 'Take your own proposal back, or decline that of your partner',
  action: 'mentorship.write',
  params: proposalParams,
  body: Nothing,
  reply: Agreement,
  errors: ['mentorship.not_found', 'mentorship.proposal_not_found'],
})

export const answerRequest = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/:id/requests/:requestId/answer/',
  summary: 'Answer the request of a member; only they are notified, and the pair ends if the answer says so',
  action: 'staff.pair_work',
  params: requestParams,
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
  params,
  body: z.object({ kind: PairStepKind, words: words(STEP_WORDS_MAX), reason: StaffReason }),
  reply: Steps,
  errors: ['mentorship.not_found', 'mentorship.over', 'mentorship.step_too_early', 'mentorship.step_in_force'],
})

export const undoPairStep = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/:id/steps/:stepId/undo/',
  summary: 'Let a paused pair go on',
  action: 'staff.pair_work',
  params: z.object({ id: IdParam, stepId: IdParam }),
  body: z.object({ reason: StaffReason }),
  reply: Steps,
  errors: ['mentorship.not_found', 'mentorship.over', 'mentorship.step_not_found', 'mentorship.step_final'],
})
