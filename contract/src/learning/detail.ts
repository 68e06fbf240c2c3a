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

/** A session with all its steps, on the version that its reader began, or on the newest. */
export const SessionDetail = z.extend(SessionCard, {
  sessionSteps: z.array(Step).check(z.maxLength(50)),
  /** Where the reader goes on: the first open step after the last one left. */
  resumeStep: z.nullable(Id),
  feedback: z.nullable(z.object({ rating: z.int(), review: z.string() })),
})
export type SessionDetail = z.infer<typeof SessionDetail>

/** What finishing a session brought about. */
export const Finish = z.object({
  /** Sessions of the learning hub completed so far, this one included. */
  completed: z.int(),
  /** What opened with it. */
  opened: z.array(z.enum(['mentorship', 'internship'])),
})
export type Finish = z.infer<typeof Finish>

/** How far a reader has come in one session; the same after every call that changes it. */
export const SessionProgress = z.object({
  session: Id,
  sessionStatus: SessionStatus,
  sessionDuration: z.number(),
  durationCompleted: z.number(),
  completedSteps: z.int(),
  totalSteps: z.int(),
  completedStepIds: z.array(Id),
  resumeStep: z.nullable(Id),
  /** Only in the reply to the call by which the reader finished the session. */
  finish: z.optional(Finish),
})
export type SessionProgress = z.infer<typeof SessionProgress>
