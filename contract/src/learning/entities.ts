import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'

export const SessionStatus = z.enum(['NOT_STARTED', 'ONGOING', 'PARTIAL_COMPLETE', 'COMPLETED'])
export type SessionStatus = z.infer<typeof SessionStatus>

/** A session as lists and cards show it; durations are minutes. */
export const SessionCard = z.object({
  id: Id,
  title: z.string(),
  localeTitle: z.string(),
  overview: z.string(),
  localeOverview: z.string(),
  banner: z.nullable(z.string()),
  color: z.string(),
  tags: z.array(z.string()),
  /** The session's tags that the caller chose in a survey. */
  chosenTags: z.optional(z.array(z.string())),
  duration: z.number(),
  sessionDuration: z.number(),
  durationCompleted: z.number(),
  isBookmarked: z.boolean(),
  isLearningHub: z.boolean(),
  sessionStatus: SessionStatus,
  endDate: z.nullable(Time),
  completedSteps: z.int(),
  totalSteps: z.int(),
})
export type SessionCard = z.infer<typeof SessionCard>
