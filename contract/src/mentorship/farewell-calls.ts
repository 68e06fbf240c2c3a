import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Time } from '../core/fields.ts'
import { FAREWELL_WORDS_MAX, FarewellReason } from './farewell.ts'

const params = z.object({ id: IdParam })
const words = z._default(z.string().check(z.trim(), z.maxLength(FAREWELL_WORDS_MAX)), '')

/** What a member takes away from the mentorship, and their thanks; either may be empty. */
const FarewellWords = z.object({ takeaway: z.string(), thanks: z.string(), writtenAt: Time })
export type FarewellWords = z.infer<typeof FarewellWords>

/** The farewell of a mentorship as one of its members sees it. */
export const MyFarewell = z.object({
  mentorship: Id,
  programme: z.string(),
  reason: FarewellReason,
  begunAt: Time,
  /** The members can write to each other until then. */
  closesAt: Time,
  /** Null while the farewell is in progress. */
  closedAt: z.nullable(Time),
  startedAt: Time,
  /** No new match before this time. */
  restsUntil: Time,
  /** Whether the caller returns to matching automatically afterwards. */
  isMatchedAgain: z.boolean(),
  /** A mentee's mentor; a mentor's mentees. */
  partners: z.array(z.object({ userId: Id, name: z.string(), words: z.nullable(FarewellWords) })).check(z.maxLength(20)),
  /** The caller's own words. */
  words: z.nullable(FarewellWords),
  /** Sessions that the caller and a partner have both finished. */
  sessions: z.array(z.string()).check(z.maxLength(200)),
  /** Calls of at least ten minutes. */
  meetingCount: z.int(),
})
export type MyFarewell = z.infer<typeof MyFarewell>

export const getFarewell = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/:id/farewell/',
  summary: 'Get the farewell of your mentorship: its reason, its end, and the words you leave each other',
  action: 'mentorship.read',
  params,
  reply: MyFarewell,
  errors: ['mentorship.not_found', 'mentorship.farewell_not_found'],
})

export const writeFarewell = defineCall({
  method: 'PUT',
  path: '/api/v2/mentorships/:id/farewell/words/',
  summary: 'Leave last words for your partner, until the farewell closes; sent again, they replace the first',
  action: 'mentorship.write',
  params,
  body: z.object({ takeaway: words, thanks: words }),
  reply: MyFarewell,
  errors: [
    'mentorship.not_found',
    'mentorship.farewell_not_found',
    'mentorship.farewell_closed',
    'mentorship.words_missing',
    'mentorship.contact_in_words',
  ],
  idempotencyKey: true,
})

export const FarewellPaper = z.enum(['letter', 'certificate'])
export type FarewellPaper = z.infer<typeof FarewellPaper>

export const getFarewellPaper = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/:id/farewell/papers/:paper/',
  summary: 'Get your letter or certificate as a PDF file, once the mentorship has ended',
  action: 'mentorship.read',
  params: z.object({ id: IdParam, paper: FarewellPaper }),
  /** The file in base64. */
  reply: z.object({ fileName: z.string(), content: z.string() }),
  errors: ['mentorship.not_found', 'mentorship.farewell_not_found', 'mentorship.farewell_open'],
})
