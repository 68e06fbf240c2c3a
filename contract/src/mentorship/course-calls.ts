import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { IdParam, Nothing } from '../core/fields.ts'
import {
  Agreement,
  CHECK_IN_WORDS_MAX,
  CheckIn,
  CheckInNumber,
  CheckInScore,
  MeetingsPerMonth,
  MyCourse,
  PairRequest,
  REQUEST_WORDS_MAX,
  RequestKind,
  RequestReason,
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
  summary: 'Withdraw your request to the team',
  action: 'mentorship.write',
  params: requestParams,
  body: Nothing,
  reply: PairRequest,
  errors: ['mentorship.request_not_found', 'mentorship.request_closed'],
})

export const answerCheckIn = defineCall({
  method: 'POST',
  path: '/api/v2/mentorships/:id/check-in/',
  summary: 'Answer a check-in about the mentorship; only the team reads it, and you can change it until the next check-in',
  action: 'mentorship.write',
  params,
  body: z.object({ number: CheckInNumber, score: CheckInScore, words: words(CHECK_IN_WORDS_MAX) }),
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
  summary: 'Withdraw your own proposal, or decline that of your partner',
  action: 'mentorship.write',
  params: proposalParams,
  body: Nothing,
  reply: Agreement,
  errors: ['mentorship.not_found', 'mentorship.proposal_not_found'],
})
