import * as z from 'zod/mini'
import { Permission } from '../accounts/entities.ts'
import { Id, Time } from '../core/fields.ts'
import { Question } from '../questions/entities.ts'

/** A stage as listed in its survey. */
export const StageSummary = z.object({
  id: Id,
  name: z.string(),
  localeName: z.string(),
  description: z.string(),
  localeDescription: z.string(),
  /** NOT_STARTED or COMPLETE: a stage is submitted as a whole. */
  status: z.enum(['NOT_STARTED', 'COMPLETE']),
  questionCount: z.int(),
})
export type StageSummary = z.infer<typeof StageSummary>

export const SurveyCard = z.object({
  id: Id,
  name: z.string(),
  localeName: z.string(),
  shortDescription: z.string(),
  localeShortDescription: z.string(),
  icon: z.nullable(z.string()),
  /** NOT_STARTED, PARTIAL, or 'COMPLETE on ' and a time; rely only on the prefix. */
  status: z.string(),
  expPermission: Permission,
  minutes: z.int(),
  /** No answers are accepted after this time. */
  closesAt: z.nullable(Time),
  isClosed: z.boolean(),
  answeredQuestions: z.int(),
  totalQuestions: z.int(),
})
export type SurveyCard = z.infer<typeof SurveyCard>

export const Survey = z.object({
  ...SurveyCard.shape,
  backgroundImage: z.nullable(z.string()),
  stages: z.array(StageSummary).check(z.maxLength(20)),
  /** The stage to continue with; null once the survey is complete. */
  currentStageId: z.nullable(Id),
  /** The status of the current stage. COMPLETE when nothing is left to answer; submitting it again completes the survey. */
  stageStatus: z.enum(['NOT_STARTED', 'COMPLETE']),
})
export type Survey = z.infer<typeof Survey>

/** A question with its page and position. */
export const StageQuestion = z.object({ ...Question.shape, displayOrder: z.int(), pageNumber: z.int() })
export type StageQuestion = z.infer<typeof StageQuestion>

export const StagePage = z.object({
  title: z.string(),
  localeTitle: z.string(),
  description: z.nullable(z.string()),
  localeDescription: z.nullable(z.string()),
  questions: z.array(StageQuestion).check(z.maxLength(30)),
})
export type StagePage = z.infer<typeof StagePage>

export const Stage = z.object({
  id: Id,
  surveyId: Id,
  name: z.string(),
  localeName: z.string(),
  description: z.string(),
  localeDescription: z.string(),
  backgroundImage: z.nullable(z.string()),
  /** Position among the stages of its survey, from 1. */
  number: z.int(),
  total: z.int(),
  pages: z.array(StagePage).check(z.maxLength(20)),
})
export type Stage = z.infer<typeof Stage>

/** The status of a completed survey begins with this; do not rely on the rest. */
const complete = 'COMPLETE on '

type Progress = 'NOT_STARTED' | 'PARTIAL' | 'COMPLETE'

export const statusOf = (progress: Exclude<Progress, 'COMPLETE'> | { completedAt: string }): string =>
  typeof progress === 'string' ? progress : `${complete}${progress.completedAt}`

/** The profile uses ONGOING where a survey itself uses PARTIAL. */
export function progressOf(status: string): Progress {
  if (status.startsWith('COMPLETE')) return 'COMPLETE'
  return status.startsWith('PARTIAL') || status.startsWith('ONGOING') ? 'PARTIAL' : 'NOT_STARTED'
}

/** The completion time as ISO 8601; undefined before that. */
export const completedAtOf = (status: string): string | undefined =>
  status.startsWith(complete) ? status.slice(complete.length) : undefined
