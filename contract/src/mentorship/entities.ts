import * as z from 'zod/mini'
import { SessionDetail } from '../learning/detail.ts'
import { SessionCard } from '../learning/entities.ts'
import { Id, Time } from '../core/fields.ts'

export const GroupType = z.enum(['1to1', '1toM'])
export type GroupType = z.infer<typeof GroupType>

/** A person's part in one mentorship, independent of their role in Saathi. */
export const Part = z.enum(['mentor', 'mentee', 'pair_manager'])
export type Part = z.infer<typeof Part>

export const Member = z.object({
  userId: Id,
  userFullName: z.string(),
  firstName: z.string(),
  displayPicture: z.nullable(z.string()),
  bio: z.string(),
  part: Part,
  isPairManager: z.boolean(),
  /** False for former members and deleted accounts. */
  isActive: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** A mentorship as seen by one of its members. */
export const Mentorship = z.object({
  id: Id,
  groupType: GroupType,
  programme: z.string(),
  isActive: z.boolean(),
  startedAt: Time,
  endedAt: z.nullable(Time),
  /** The caller's own part. */
  part: Part,
  /** A mentee's mentor; a mentor's mentees; everybody for the pair manager. Never includes fellow mentees. */
  partners: z.array(Member),
  pairManager: z.nullable(Member),
  /** All current participants, including the caller. */
  memberCount: z.int(),
  /** Fellow mentees of a mentee, only as a number. */
  otherMentees: z.int(),
  /** Null without a farewell, and for the pair manager. */
  farewell: z.nullable(z.object({ closesAt: Time, isClosed: z.boolean() })),
})
export type Mentorship = z.infer<typeof Mentorship>

export const BadgeType = z.enum(['Gold', 'Silver', 'Bronze'])
export type BadgeType = z.infer<typeof BadgeType>

export const PartnerStatus = z.enum(['NOT_STARTED', 'ONGOING', 'COMPLETED'])
export type PartnerStatus = z.infer<typeof PartnerStatus>

const Count = z.int().check(z.nonnegative())

const memberFields = {
  mentorship: Id,
  /** The mentorship is ongoing, so steps and answers can still be sent. */
  isOpen: z.boolean(),
  /** The status of all others together: completed when everybody has completed it. */
  partnerStatus: PartnerStatus,
  partnerCompletedSteps: z.array(z.object({ userId: Id, completedSteps: Count, partnerStatus: PartnerStatus })),
  /** Fellow mentees of a mentee, only as numbers. */
  others: z.object({ total: Count, started: Count, completed: Count }),
  badge: z.nullable(BadgeType),
}

export const MentorshipCard = z.extend(SessionCard, {
  ...memberFields,
  /** The resume step of a started, unfinished session, and its number from 1. */
  resumeStep: z.nullable(Id),
  resumeNumber: z.nullable(Count),
})
export type MentorshipCard = z.infer<typeof MentorshipCard>

export const MentorshipSession = z.extend(SessionDetail, memberFields)
export type MentorshipSession = z.infer<typeof MentorshipSession>

/** ONGOING is the current step in a started session. */
export const OwnStepStatus = z.enum(['NOT_STARTED', 'ONGOING', 'COMPLETED'])
export type OwnStepStatus = z.infer<typeof OwnStepStatus>
export const StepDetail = z.object({ sessionId: Id, stepId: Id, status: OwnStepStatus })
export type StepDetail = z.infer<typeof StepDetail>

export const Badge = z.object({
  badgeType: BadgeType,
  sessionId: Id,
  sessionTitle: z.string(),
  localeSessionTitle: z.string(),
  earnedAt: Time,
})
export type Badge = z.infer<typeof Badge>

export const MentorshipProgress = z.object({
  mentorship: Id,
  /** The caller's own steps in all sessions that the caller or a visible person has started. */
  steps: z.array(StepDetail),
  /** The steps of people visible to the caller. */
  partnerSteps: z.array(z.object({ userId: Id, stepDetails: z.array(StepDetail) })),
  /** Numbers of fellow mentees; `started` counts those currently at the step. */
  otherSteps: z.array(z.object({ sessionId: Id, stepId: Id, started: Count, completed: Count })),
  partners: z.array(z.object({ userId: Id, completedSessions: Count, completedQuiz: Count })),
  completedQuiz: Count,
  totalQuiz: Count,
  completedSessions: Count,
  totalSessions: Count,
  badges: z.array(Badge),
  /**
   * One per week (Monday to Sunday in India) with three distinct quizzes: the time at which the third was submitted. Oldest
   * first.
   */
  quizStreaks: z.array(z.object({ timestamp: Time })),
  /** Distinct quizzes since Monday in India, as counted for the streak. */
  quizzesThisWeek: Count,
})
export type MentorshipProgress = z.infer<typeof MentorshipProgress>

/** A member's profile as shown to their partner; never contains an email address or phone number. */
export const PartnerProfile = z.extend(Member, { mentorship: Id, joinedAt: Time })
export type PartnerProfile = z.infer<typeof PartnerProfile>
