import * as z from 'zod/mini'
import { ContentItem } from '../content/items.ts'
import { Id } from '../core/fields.ts'
import { SessionCard, SessionStatus } from './entities.ts'

export const StepStatus = z.enum(['NOT_STARTED', 'COMPLETED'])
export const Step = z.object({
  id: Id,
  title: z.string(),
  localeTitle: z.string(),
  duration: z.number(),
  order: z.int(),
  status: StepStatus,
  content: z.array(ContentItem).check(z.maxLength(100)),
})
export type Step = z.infer<typeof Step>

/** A session with all its steps, on the version the caller started, or else the newest. */
export const SessionDetail = z.extend(SessionCard, {
  sessionSteps: z.array(Step).check(z.maxLength(50)),
  /** The step to continue with: the first open step after the step that the caller left last. */
  resumeStep: z.nullable(Id),
  feedback: z.nullable(z.object({ rating: z.int(), review: z.string() })),
})
export type SessionDetail = z.infer<typeof SessionDetail>

/** The result of finishing a session. */
export const Finish = z.object({
  /** Completed learning-hub sessions, including this one. */
  completed: z.int(),
  /** Areas unlocked by finishing it. */
  opened: z.array(z.enum(['mentorship', 'internship'])),
})
export type Finish = z.infer<typeof Finish>

/** A reader's progress in one session, returned by every call that changes it. */
export const SessionProgress = z.object({
  session: Id,
  sessionStatus: SessionStatus,
  sessionDuration: z.number(),
  durationCompleted: z.number(),
  completedSteps: z.int(),
  totalSteps: z.int(),
  completedStepIds: z.array(Id),
  resumeStep: z.nullable(Id),
  /** Only in the reply to the call that finished the session. */
  finish: z.optional(Finish),
})
export type SessionProgress = z.infer<typeof SessionProgress>
