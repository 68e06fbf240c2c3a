import * as z from 'zod/mini'
import { SessionDetail } from '../learning/detail.ts'
import { SessionCard } from '../learning/entities.ts'
import { Id, Time } from '../core/fields.ts'

export const GroupType = z.enum(['1to1', '1toM'])
export type GroupType = z.infer<typeof GroupType>

/** What someone is in one mentorship, whatever their role in the product. */
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
  /** False for who has left, or whose account is gone. */
  isActive: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** A mentorship as one of its members may see it. */
export const Mentorship = z.object({
  id: Id,
  groupType: GroupType,
  programme: z.string(),
  isActive: z.boolean(),
  startedAt: Time,
  endedAt: z.nullable(Time),
  /** What the reader is in it. */
  part: Part,
  /** A mentee's mentor; a mentor's mentees; everybody for the pair manager. Fellow mentees are never here. */
  partners: z.array(Member),
  pairManager: z.nullable(Member),
  /** All who walk in it now, the reader included. */
  memberCount: z.int(),
  /** Fellow mentees of a mentee, as a number and nothing else. */
  otherMentees: z.int(),
})
export type Mentorship = z.infer<typeof Mentorship>

export const BadgeType = z.enum(['Gold', 'Silver', 'Bronze'])
export type BadgeType = z.infer<typeof BadgeType>

export const PartnerStatus = z.enum(['NOT_STARTED', 'ONGOING', 'COMPLETED'])
export type PartnerStatus = z.infer<typeof PartnerStatus>

const Count = z.int().check(z.nonnegative())

const walked = {
  mentorship: Id,
  /** Steps and answers may still be sent: the mentorship goes on. */
  isOpen: z.boolean(),
  /** Of all others together: done when everybody is. */
  partnerStatus: PartnerStatus,
  partnerCompletedSteps: z.array(z.object({ userId: Id, completedSteps: Count, partnerStatus: PartnerStatus })),
  /** Fellow mentees of a mentee, as numbers. */
  others: z.object({ total: Count, started: Count, completed: Count }),
  badge: z.nullable(BadgeType),
}

export const MentorshipCard = z.extend(SessionCard, {
  ...walked,
  /** Where the reader goes on in what they have begun and not finished, and which of the steps that is, from 1. */
  resumeStep: z.nullable(Id),
  resumeNumber: z.nullable(Count),
})
export type MentorshipCard = z.infer<typeof MentorshipCard>

export const MentorshipSession = z.extend(SessionDetail, walked)
export type MentorshipSession = z.infer<typeof MentorshipSession>

/** ONGOING is the step at which someone stands in a session they have begun. */
export const WalkedStepStatus = z.enum(['NOT_STARTED', 'ONGOING', 'COMPLETED'])
export type WalkedStepStatus = z.infer<typeof WalkedStepStatus>
export const StepDetail = z.object({ sessionId: Id, stepId: Id, status: WalkedStepStatus })
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
  /** One's own, of the sessions that somebody in sight has begun. */
  steps: z.array(StepDetail),
  /** Of those whom the reader may see. */
  partnerSteps: z.array(z.object({ userId: Id, stepDetails: z.array(StepDetail) })),
  /** Of fellow mentees, as numbers; `started` counts who stands there now. */
  otherSteps: z.array(z.object({ sessionId: Id, stepId: Id, started: Count, completed: Count })),
  partners: z.array(z.object({ userId: Id, completedSessions: Count, completedQuiz: Count })),
  completedQuiz: Count,
  totalQuiz: Count,
  completedSessions: Count,
  totalSessions: Count,
  badges: z.array(Badge),
  /** One for each week, Monday to Sunday in India, with three distinct quizzes: when the third was sent. Oldest first. */
  quizStreaks: z.array(z.object({ timestamp: Time })),
  /** Distinct quizzes since Monday in India, as they count for a week. */
  quizzesThisWeek: Count,
})
export type MentorshipProgress = z.infer<typeof MentorshipProgress>

/** What a member shows to their partner, read-only: never an address or a number. */
export const PartnerProfile = z.extend(Member, { mentorship: Id, joinedAt: Time })
export type PartnerProfile = z.infer<typeof PartnerProfile>
