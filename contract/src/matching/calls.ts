import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Flag, Id, IdParam, Paging, Time } from '../core/fields.ts'
import { GroupType } from '../mentorship/entities.ts'
import { GroupCompatibility, GroupInfo, Interest, MatchInfo, MatchTracker, PairStatus } from './entities.ts'

/** Above the largest possible list: ten places with three offers each. */
const MAX_CHOICES = 50

export const getMatchList = defineCall({
  method: 'GET',
  path: '/api/v2/matching/get-match-list/',
  summary:
    'The matches to decide followed by those lost in the last day, or the whole history newest first; and the screen to show',
  action: 'matching.read',
  query: z.object({ active: Flag, imageType: z.optional(z.literal('web')), ...Paging(50) }),
  reply: z.object({
    matchTrackers: z.array(MatchTracker).check(z.maxLength(50)),
    hasNextPage: z.boolean(),
    /** 1 to 4; mentors never see 3. */
    screen: z.int().check(z.minimum(1), z.maximum(4)),
    pairStatus: PairStatus,
    expiryHours: z.int(),
    userMatchType: GroupType,
    /** The side of the caller, regardless of their role. */
    isMentor: z.boolean(),
    /** When the caller entered the matching pool; null outside the pool. */
    waitingSince: z.nullable(Time),
  }),
  errors: [],
})

export const getGroupHoldInfo = defineCall({
  method: 'GET',
  path: '/api/v2/matching/group-hold-info/',
  summary: 'Get the forming group that you belong to',
  action: 'matching.read',
  reply: GroupInfo,
  errors: ['matching.no_group'],
})

export const getMatchInfo = defineCall({
  method: 'GET',
  path: '/api/v2/matching/get-match-info/:id/',
  summary: 'Why two people may fit each other, and the bio of the other person',
  action: 'matching.read',
  params: z.object({ id: IdParam }),
  reply: MatchInfo,
  errors: ['matching.not_found'],
})

/** Refers to a match either by its alias or by its id. */
const Choice = z.union([
  z.strictObject({
    email: z.string().check(z.minLength(1), z.maxLength(254)),
    interestStatus: z.union([Interest, GroupCompatibility]),
  }),
  z.strictObject({ id: Id, interestStatus: z.union([Interest, GroupCompatibility]) }),
])
export type Choice = z.infer<typeof Choice>

/** ACCEPTED: saved, and the person stays in the pool. ON_HOLD: the mentor decides next. */
export const ConfirmStatus = z.enum(['ACCEPTED', 'ON_HOLD', 'GROUP_HOLD', 'SUCCESS', 'MENTOR_UNAVAILABLE', 'MENTEE_UNAVAILABLE'])
export type ConfirmStatus = z.infer<typeof ConfirmStatus>

export const setMatchStatus = defineCall({
  method: 'POST',
  path: '/api/v2/matching/match-status/',
  summary: 'Confirm your choices',
  action: 'matching.choose',
  body: z.strictObject({ interestSet: z.array(Choice).check(z.minLength(1), z.maxLength(MAX_CHOICES)) }),
  reply: z.object({ status: ConfirmStatus }),
  errors: [
    'matching.not_found',
    'matching.over',
    'matching.named_twice',
    'matching.undecided',
    'matching.one_only',
    'matching.too_many',
    'matching.clash',
    'matching.not_your_turn',
  ],
  idempotencyKey: true,
})
