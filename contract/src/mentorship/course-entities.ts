import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'
import { StaffFarewell } from './farewell.ts'

export const RequestKind = z.enum(['other_partner', 'end'])
export type RequestKind = z.infer<typeof RequestKind>

export const RequestReason = z.enum(['no_time', 'no_fit', 'language', 'no_answer', 'goals_reached', 'uneasy', 'other'])
export type RequestReason = z.infer<typeof RequestReason>

/** A `talk` answer leaves the request open; the others close it. */
export const RequestAnswer = z.enum(['talk', 'rematch', 'end', 'decline'])
export type RequestAnswer = z.infer<typeof RequestAnswer>

export const REQUEST_WORDS_MAX = 500

/** A request of a member to the team about their pair. */
export const PairRequest = z.object({
  id: Id,
  kind: RequestKind,
  reason: RequestReason,
  words: z.string(),
  askedAt: Time,
  isOpen: z.boolean(),
  /** Oldest first. */
  answers: z.array(z.object({ kind: RequestAnswer, words: z.string(), answeredAt: Time })).check(z.maxLength(20)),
})
export type PairRequest = z.infer<typeof PairRequest>

/** From 1 (not well) to 5 (very well). */
export const CheckInScore = z.int().check(z.minimum(1), z.maximum(5))
export const CHECK_IN_WORDS_MAX = 300

/** Check-ins of a pair are counted from 1. */
export const CheckInNumber = z.int().check(z.minimum(1), z.maximum(10_000))

/** A question to one member, which can be answered until the next one is asked. */
export const CheckIn = z.object({
  number: CheckInNumber,
  askedAt: Time,
  score: z.nullable(CheckInScore),
  words: z.string(),
  answeredAt: z.nullable(Time),
})
export type CheckIn = z.infer<typeof CheckIn>

export const MEETINGS_MAX = 12
export const MeetingsPerMonth = z.int().check(z.minimum(1), z.maximum(MEETINGS_MAX))

const Proposal = z.object({
  id: Id,
  meetingsPerMonth: MeetingsPerMonth,
  proposedAt: Time,
  proposedBy: Id,
})
export type Proposal = z.infer<typeof Proposal>

export const Agreement = z.object({
  /** Null until both have agreed. */
  meetingsPerMonth: z.nullable(MeetingsPerMonth),
  agreedAt: z.nullable(Time),
  /** Open ones. In a group, only the mentor sees those of all mentees. */
  proposals: z.array(Proposal).check(z.maxLength(20)),
})
export type Agreement = z.infer<typeof Agreement>

/** The course of a mentorship as one member sees it, without anything that others told the team. */
export const MyCourse = z.object({
  agreement: Agreement,
  /** The newest; null before the first, and for the pair manager. */
  checkIn: z.nullable(CheckIn),
  /** The caller's newest request. */
  request: z.nullable(PairRequest),
})
export type MyCourse = z.infer<typeof MyCourse>

/** What the team can do about a pair that does not meet, from mild to final. */
export const PairStepKind = z.enum(['remind', 'warn', 'pause', 'end'])
export type PairStepKind = z.infer<typeof PairStepKind>

export const STEP_WORDS_MAX = 500

export const PairStep = z.object({
  id: Id,
  kind: PairStepKind,
  /** The message to the members. */
  words: z.string(),
  reason: z.string(),
  takenAt: Time,
  /** When a pause was ended; null for other steps. */
  undoneAt: z.nullable(Time),
})
export type PairStep = z.infer<typeof PairStep>

/** The course of a mentorship as the team sees it. */
export const StaffCourse = z.object({
  agreement: Agreement,
  /** Newest first. */
  checkIns: z.array(z.extend(CheckIn, { personId: Id })).check(z.maxLength(200)),
  /** Open ones first, then newest first. */
  requests: z.array(z.extend(PairRequest, { personId: Id })).check(z.maxLength(50)),
  /** Newest first. */
  steps: z.array(PairStep).check(z.maxLength(100)),
  farewell: z.nullable(StaffFarewell),
})
export type StaffCourse = z.infer<typeof StaffCourse>
