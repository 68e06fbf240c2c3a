import * as z from 'zod/mini'
import { MatchIcon } from '../content/match-icon.ts'
import { Id, Time } from '../core/fields.ts'

/** The caller's answer to a match; null if undecided. */
export const Interest = z.enum(['INTERESTED', 'REJECTED'])
export type Interest = z.infer<typeof Interest>

/** The effect of the other choices on an undecided match. */
export const GroupCompatibility = z.enum(['COMPATIBLE', 'INCOMPATIBLE', 'GROUP_FULL', 'PAIR_COMPLETE'])
export type GroupCompatibility = z.infer<typeof GroupCompatibility>

/** REJECTED by the caller. Matches that ended otherwise are EXPIRED, and the message says why. */
export const MatchStatus = z.enum(['ACTIVE', 'EXPIRED', 'SUCCESS', 'REJECTED'])
export type MatchStatus = z.infer<typeof MatchStatus>

/** Which of the four screens is shown. */
export const PairStatus = z.enum(['default', 'potential_match', 'awaiting_mentor_response', 'group_hold'])
export type PairStatus = z.infer<typeof PairStatus>

/** A person's answer to one criterion of a group, mandatory or not. */
export const ExclusiveCriterion = z.object({
  mandatory: z.boolean(),
  /** In the caller's language, like the answer. */
  name: z.string(),
  icon: MatchIcon,
  /** Texts for display, in the order of `answerKeys`. */
  matchedAnswer: z.array(z.string()).check(z.maxLength(50)),
  /** Option keys, used to compare answers. */
  answerKeys: z.array(z.string()).check(z.maxLength(50)),
})
export type ExclusiveCriterion = z.infer<typeof ExclusiveCriterion>
export const ExclusiveCriteria = z.record(z.string(), ExclusiveCriterion)
export type ExclusiveCriteria = z.infer<typeof ExclusiveCriteria>

/** A match as one side sees it; the fields describe the other person. */
export const MatchTracker = z.object({
  id: Id,
  /** False once they have left. */
  canReport: z.boolean(),
  fullName: z.string(),
  displayName: z.string(),
  /** An alias for this match, which can be used to answer it; never a real address. */
  email: z.string(),
  status: MatchStatus,
  interestStatus: z.nullable(Interest),
  groupCompatibility: z.nullable(GroupCompatibility),
  /** Only filled for group mentors. */
  exclusiveCriteria: ExclusiveCriteria,
  clashingCriterias: z.array(z.string()).check(z.maxLength(50)),
  /** When the caller's turn started; saving an interest does not change it. */
  updatedTimestamp: Time,
  /** Null once it is decided. */
  expiresAt: z.nullable(Time),
  displayPicture: z.nullable(z.string()),
  affiliation: z.string(),
  /** A kind explanation of why it ended; otherwise empty. */
  displayMessage: z.string(),
})
export type MatchTracker = z.infer<typeof MatchTracker>

/** One compared criterion. The points of all criteria add up to the score. */
export const MatchCriterion = z.object({
  key: z.string(),
  order: z.int(),
  matchingCriteria: z.string(),
  localeMatchingCriteria: z.string(),
  /** The caller's answer. */
  answer: z.string(),
  /** The other person's answer. */
  matchedAnswer: z.string(),
  match: z.boolean(),
  mandatory: z.boolean(),
  icon: MatchIcon,
  /** One sentence about what is alike or how it differs. */
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
  /** Only unique within this group; not a person id. */
  id: Id,
  fullName: z.string(),
  role: z.enum(['mentor', 'mentee']),
  displayPicture: z.nullable(z.string()),
  /** Filled for the mentor, whose next choices must be compatible; empty for mentees. */
  exclusiveCriteria: ExclusiveCriteria,
})
export type GroupMemberInfo = z.infer<typeof GroupMemberInfo>

export const MAX_GROUP_STARTS_IN_DAYS = 5

export const GroupInfo = z.object({
  groupSize: z.int().check(z.positive()),
  /** Mentees with a place in the group. */
  actualSize: z.int().check(z.nonnegative()),
  /** Mentees see the mentor and themselves; other mentees are only counted until the group starts. */
  existingMemberInfo: z.array(GroupMemberInfo).check(z.maxLength(20)),
  /** Answers that all members share, and new members must share too. */
  clubRule: z.array(z.object({ key: z.string(), name: z.string(), answer: z.string(), icon: MatchIcon })).check(z.maxLength(20)),
  /** Null while nobody has a place; then there is no countdown. */
  createdOn: z.nullable(Time),
  /** In days. */
  groupStartsIn: z.int().check(z.minimum(1), z.maximum(MAX_GROUP_STARTS_IN_DAYS)),
  startsAt: z.nullable(Time),
  /** The start date has passed and the group is too small: staff decide. */
  isStalled: z.boolean(),
})
export type GroupInfo = z.infer<typeof GroupInfo>
