import * as z from 'zod/mini'
import { MatchIcon } from '../content/match-icon.ts'
import { Id, Time } from '../core/fields.ts'

/** What one says of a match. Asked again for the same it is taken back, which is null. */
export const Interest = z.enum(['INTERESTED', 'REJECTED'])
export type Interest = z.infer<typeof Interest>

/** What the other choices make of a match that is not yet decided. */
export const GroupCompatibility = z.enum(['COMPATIBLE', 'INCOMPATIBLE', 'GROUP_FULL', 'PAIR_COMPLETE'])
export type GroupCompatibility = z.infer<typeof GroupCompatibility>

/** REJECTED is one's own no; whatever else came to nothing is EXPIRED, and its message says why. */
export const MatchStatus = z.enum(['ACTIVE', 'EXPIRED', 'SUCCESS', 'REJECTED'])
export type MatchStatus = z.infer<typeof MatchStatus>

/** Which of the four screens stands in the main area. */
export const PairStatus = z.enum(['default', 'potential_match', 'awaiting_mentor_response', 'group_hold'])
export type PairStatus = z.infer<typeof PairStatus>

/** What someone answered to what a group must agree on, or would like to; by the key of the criterion. */
export const ExclusiveCriterion = z.object({
  mandatory: z.boolean(),
  /** In the reader's language, as are the words of the answer. */
  name: z.string(),
  icon: MatchIcon,
  /** Words to be read, in the order of `answerKeys`. */
  matchedAnswer: z.array(z.string()).check(z.maxLength(50)),
  /** The same as keys, by which answers are compared. */
  answerKeys: z.array(z.string()).check(z.maxLength(50)),
})
export type ExclusiveCriterion = z.infer<typeof ExclusiveCriterion>
export const ExclusiveCriteria = z.record(z.string(), ExclusiveCriterion)
export type ExclusiveCriteria = z.infer<typeof ExclusiveCriteria>

/** A match as one of its two sides sees it: the other one. */
export const MatchTracker = z.object({
  id: Id,
  fullName: z.string(),
  displayName: z.string(),
  /** A name for this match alone, under which it may be answered; nobody's real address. */
  email: z.string(),
  status: MatchStatus,
  interestStatus: z.nullable(Interest),
  groupCompatibility: z.nullable(GroupCompatibility),
  /** Filled for group mentors alone. */
  exclusiveCriteria: ExclusiveCriteria,
  clashingCriterias: z.array(z.string()).check(z.maxLength(50)),
  /** When it became the reader's to decide; saving an interest does not move it. */
  updatedTimestamp: Time,
  /** Null once nothing is to be decided. */
  expiresAt: z.nullable(Time),
  displayPicture: z.nullable(z.string()),
  affiliation: z.string(),
  /** Why it came to nothing, kindly; empty for all others. */
  displayMessage: z.string(),
})
export type MatchTracker = z.infer<typeof MatchTracker>

/** One thing that was compared. The points of all add up to the score. */
export const MatchCriterion = z.object({
  key: z.string(),
  order: z.int(),
  matchingCriteria: z.string(),
  localeMatchingCriteria: z.string(),
  /** The reader's own. */
  answer: z.string(),
  /** The other one's. */
  matchedAnswer: z.string(),
  match: z.boolean(),
  mandatory: z.boolean(),
  icon: MatchIcon,
  /** One sentence: what is alike, or how it differs. */
  explanation: z.string(),
  helpText: z.string(),
  points: z.int().check(z.minimum(0), z.maximum(100)),
})
export type MatchCriterion = z.infer<typeof MatchCriterion>

export const MatchInfo = z.object({
  id: Id,
  criteriaJson: z.array(MatchCriterion).check(z.maxLength(20)),
  about: z.string(),
  score: z.int().check(z.minimum(0), z.maximum(100)),
})
export type MatchInfo = z.infer<typeof MatchInfo>

export const GroupMemberInfo = z.object({
  /** Inside this group alone; nobody's number anywhere else. */
  id: Id,
  fullName: z.string(),
  role: z.enum(['mentor', 'mentee']),
  displayPicture: z.nullable(z.string()),
  /** For the mentor, whose next choices must agree with it; empty for everybody else. */
  exclusiveCriteria: ExclusiveCriteria,
})
export type GroupMemberInfo = z.infer<typeof GroupMemberInfo>

export const MAX_GROUP_STARTS_IN_DAYS = 5

export const GroupInfo = z.object({
  groupSize: z.int().check(z.positive()),
  /** Mentees who have a place. */
  actualSize: z.int().check(z.nonnegative()),
  /** Mentees see the mentor and themselves; fellow mentees are a number until the group begins. */
  existingMemberInfo: z.array(GroupMemberInfo).check(z.maxLength(20)),
  /** What all who are in it have in common and whoever comes must have, too. */
  clubRule: z.array(z.object({ key: z.string(), name: z.string(), answer: z.string(), icon: MatchIcon })).check(z.maxLength(20)),
  /** Null while nobody has a place yet: then nothing is counted down. */
  createdOn: z.nullable(Time),
  /** In days. */
  groupStartsIn: z.int().check(z.minimum(1), z.maximum(MAX_GROUP_STARTS_IN_DAYS)),
  startsAt: z.nullable(Time),
  /** The day has come and the group is too small: the team decides. */
  isStalled: z.boolean(),
})
export type GroupInfo = z.infer<typeof GroupInfo>
