import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Flag, Id, IdParam, Nothing, Paging, Time } from '../core/fields.ts'

const ProjectKey = z.string().check(z.minLength(1), z.maxLength(60))
const Reason = z.string().check(z.minLength(3), z.maxLength(500))
const Percent = z.number().check(z.minimum(0), z.maximum(100))

/** A row of the table that shows whether some groups are served worse than others. */
export const FairnessRow = z.object({
  attribute: z.string(),
  attributeName: z.string(),
  value: z.string(),
  /** In the caller's language, as far as the programme has words for it. */
  valueName: z.string(),
  mentees: z.int(),
  matched: z.int(),
  matchRate: Percent,
  meanScore: z.nullable(z.number()),
  meanWaitingDays: z.number(),
})
export type FairnessRow = z.infer<typeof FairnessRow>

/** A criterion that the plan compared for two people, most important first. `shared` is empty if their answers differ. */
export const ComparedCriterion = z.object({ name: z.string(), shared: z.array(z.string()), points: z.int() })
export type ComparedCriterion = z.infer<typeof ComparedCriterion>

export const LeftOverReason = z.enum(['no_answer', 'nobody_fits', 'all_taken', 'not_approved'])
export type LeftOverReason = z.infer<typeof LeftOverReason>

/** How a mentee's proposals changed since the last run. `before` and `now` are the names of the proposed mentors. */
const RunChange = z.object({
  mentee: Id,
  menteeName: z.string(),
  what: z.enum(['new', 'gone', 'changed']),
  before: z.array(z.string()).check(z.maxLength(20)),
  now: z.array(z.string()).check(z.maxLength(20)),
})
export type RunChange = z.infer<typeof RunChange>

const RunChanges = z.object({
  /** The time of the previous run; `sinceDryRun`: it was a dry run. */
  since: Time,
  sinceDryRun: z.boolean(),
  newCount: z.int(),
  goneCount: z.int(),
  changedCount: z.int(),
  /** The first hundred. */
  rows: z.array(RunChange).check(z.maxLength(100)),
})
export type RunChanges = z.infer<typeof RunChanges>

export const MatchRun = z.object({
  project: z.string(),
  isDryRun: z.boolean(),
  mentors: z.int(),
  mentees: z.int(),
  /** Number of mentees that the approved mentors can still take. */
  freePlaces: z.int(),
  /** When the mentee who has waited longest entered the pool. */
  waitsSince: z.nullable(Time),
  /** The lists below contain the first hundred. */
  proposalCount: z.int(),
  leftOverCount: z.int(),
  proposals: z
    .array(
      z.object({
        mentor: Id,
        mentorName: z.string(),
        mentee: Id,
        menteeName: z.string(),
        menteeSince: Time,
        score: z.int(),
        compared: z.array(ComparedCriterion),
      }),
    )
    .check(z.maxLength(100)),
  leftOver: z
    .array(
      z.object({
        person: Id,
        name: z.string(),
        part: z.enum(['mentor', 'mentee']),
        reason: LeftOverReason,
        criterion: z.nullable(z.string()),
        criterionName: z.nullable(z.string()),
      }),
    )
    .check(z.maxLength(100)),
  /** Number of people without a match by reason, most frequent first. */
  leftOverBy: z
    .array(
      z.object({
        part: z.enum(['mentor', 'mentee']),
        reason: LeftOverReason,
        criterionName: z.nullable(z.string()),
        count: z.int(),
      }),
    )
    .check(z.maxLength(100)),
  fairness: z.array(FairnessRow).check(z.maxLength(200)),
  /** Null for the first run of a programme. */
  changes: z.nullable(RunChanges),
})
export type MatchRun = z.infer<typeof MatchRun>

export const runMatching = defineCall({
  method: 'POST',
  path: '/api/v2/staff/matching/run/',
  summary: 'Run matching for a programme now; a dry run only shows what would be offered',
  action: 'staff.matching',
  body: z.object({ project: ProjectKey, dryRun: z.boolean() }),
  reply: MatchRun,
  errors: ['matching.no_plan', 'matching.closed'],
})

/** An offer as staff see it. */
export const StaffOffer = z.object({
  id: Id,
  project: z.string(),
  programme: z.string(),
  mentor: Id,
  mentorName: z.string(),
  mentee: Id,
  menteeName: z.string(),
  state: z.enum(['proposed', 'issued', 'chosen', 'held', 'success', 'rejected', 'expired', 'unavailable', 'withdrawn']),
  score: z.int(),
  compared: z.array(ComparedCriterion),
  /** The reason given by staff who made or withdrew the offer. */
  reason: z.string(),
  createdAt: Time,
  /** Deadline for the answer of the person whose turn it is. */
  expiresAt: z.nullable(Time),
})
export type StaffOffer = z.infer<typeof StaffOffer>

export const listStaffOffers = defineCall({
  method: 'GET',
  path: '/api/v2/staff/matching/offers/',
  summary: 'Match offers, newest first; state=proposed lists those waiting for review',
  action: 'staff.matching',
  query: z.object({ project: z.optional(ProjectKey), state: z.optional(StaffOffer.shape.state), ...Paging(50) }),
  reply: z.object({ offers: z.array(StaffOffer).check(z.maxLength(50)), hasNextPage: z.boolean() }),
  errors: [],
})

export const publishOffers = defineCall({
  method: 'POST',
  path: '/api/v2/staff/matching/publish/',
  summary: 'Publish proposed offers to the people concerned',
  action: 'staff.matching',
  body: z.object({ offers: z.array(Id).check(z.minLength(1), z.maxLength(500)) }),
  reply: z.object({ published: z.int() }),
  errors: [],
})

export const makeMatch = defineCall({
  method: 'POST',
  path: '/api/v2/staff/matching/offers/',
  summary: 'Offer two people to each other manually, with a reason',
  action: 'staff.matching',
  body: z.object({ mentor: Id, mentee: Id, reason: Reason }),
  reply: StaffOffer,
  errors: ['matching.person_not_found', 'matching.does_not_fit', 'matching.already_offered', 'matching.no_place'],
  idempotencyKey: true,
})

export const withdrawOffer = defineCall({
  method: 'POST',
  path: '/api/v2/staff/matching/offers/:id/withdraw/',
  summary: 'Withdraw an open offer',
  action: 'staff.matching',
  params: z.object({ id: IdParam }),
  body: z.object({ reason: Reason }),
  reply: StaffOffer,
  errors: ['matching.not_found', 'matching.over'],
})

/** A pair that must never be offered to each other. */
export const keepApart = defineCall({
  method: 'POST',
  path: '/api/v2/staff/matching/apart/',
  summary: 'Keep two people apart: never offer them to each other',
  action: 'staff.matching',
  body: z.object({ mentor: Id, mentee: Id, reason: Reason }),
  reply: Nothing,
  errors: ['matching.person_not_found'],
})

export const ApartPair = z.object({
  mentor: Id,
  mentorName: z.string(),
  mentee: Id,
  menteeName: z.string(),
  reason: z.string(),
  /** Null if they have left the team. */
  madeBy: z.nullable(z.string()),
  createdAt: Time,
})
export type ApartPair = z.infer<typeof ApartPair>

export const listApart = defineCall({
  method: 'GET',
  path: '/api/v2/staff/matching/apart/',
  summary: 'Pairs that staff keep apart, newest first',
  action: 'staff.matching',
  query: z.object({ project: z.optional(ProjectKey), ...Paging(50) }),
  reply: z.object({ pairs: z.array(ApartPair).check(z.maxLength(50)), hasNextPage: z.boolean() }),
  errors: [],
})

export const allowTogether = defineCall({
  method: 'POST',
  path: '/api/v2/staff/matching/apart/undo/',
  summary: 'No longer keep two people apart: they can be offered to each other again',
  action: 'staff.matching',
  body: z.object({ mentor: Id, mentee: Id, reason: Reason }),
  reply: Nothing,
  errors: ['matching.person_not_found', 'matching.not_apart'],
})

export const Seeker = z.object({
  person: Id,
  name: z.string(),
  part: z.enum(['mentor', 'mentee']),
  project: z.string(),
  programme: z.string(),
  since: Time,
  isApproved: z.boolean(),
  places: z.int(),
  openOffers: z.int(),
})
export type Seeker = z.infer<typeof Seeker>

export const listSeekers = defineCall({
  method: 'GET',
  path: '/api/v2/staff/matching/seekers/',
  summary: 'People in the matching pool, longest waiting first',
  action: 'staff.matching',
  query: z.object({
    project: z.optional(ProjectKey),
    part: z.optional(z.enum(['mentor', 'mentee'])),
    /** Only people without an open offer. */
    withoutOffer: Flag,
    ...Paging(50),
  }),
  reply: z.object({ seekers: z.array(Seeker).check(z.maxLength(50)), hasNextPage: z.boolean() }),
  errors: [],
})

export const setSeeker = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/matching/seekers/:personId/',
  summary: 'Put a person into the matching pool or remove them; approve a mentor; set how many mentees a mentor can have',
  action: 'staff.matching',
  params: z.object({ personId: IdParam }),
  body: z.object({
    isSeeking: z.optional(z.boolean()),
    isApproved: z.optional(z.boolean()),
    places: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
  }),
  reply: z.object({ seeker: z.nullable(Seeker) }),
  errors: ['matching.person_not_found', 'matching.does_not_fit', 'matching.checks_open', 'matching.rests'],
})

export const StalledGroup = z.object({
  id: Id,
  project: z.string(),
  programme: z.string(),
  mentor: Id,
  mentorName: z.string(),
  mentees: z.array(z.object({ id: Id, name: z.string() })).check(z.maxLength(20)),
  groupSize: z.int(),
  createdOn: Time,
  startsAt: Time,
  isStalled: z.boolean(),
})
export type StalledGroup = z.infer<typeof StalledGroup>

export const listGroups = defineCall({
  method: 'GET',
  path: '/api/v2/staff/matching/groups/',
  summary: 'Forming groups, stalled ones first',
  action: 'staff.matching',
  query: z.object({ project: z.optional(ProjectKey), ...Paging(50) }),
  reply: z.object({ groups: z.array(StalledGroup).check(z.maxLength(50)), hasNextPage: z.boolean() }),
  errors: [],
})

export const settleGroup = defineCall({
  method: 'POST',
  path: '/api/v2/staff/matching/groups/:id/settle/',
  summary: 'Start a group regardless of its size, postpone it, or dissolve it and return everybody to the pool',
  action: 'staff.matching',
  params: z.object({ id: IdParam }),
  body: z.object({ what: z.enum(['start', 'wait', 'dissolve']) }),
  reply: Nothing,
  errors: ['matching.no_group', 'matching.over', 'mentorship.no_schedule', 'mentorship.already_in_one'],
})
