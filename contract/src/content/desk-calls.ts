import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { LanguageCode, Time } from '../core/fields.ts'
import { QuestionKey } from '../questions/entities.ts'
import { KeyText } from './draft-fields.ts'
import { DraftKind } from './drafts.ts'

const about = { kind: DraftKind, key: KeyText, title: z.string() }
/** A colleague, unless they have left. `at`: since when it waits. */
const colleague = { by: z.nullable(z.string()), at: Time }

/**
 * Something the reader can do now: decide a review, correct their own draft that was returned, read comments on content they
 * wrote, or translate texts whose source has changed.
 */
export const DeskTask = z.union([
  z.object({ type: z.literal('review'), ...about, ...colleague }),
  z.object({ type: z.literal('returned'), ...about, ...colleague }),
  /** `by` is null if several colleagues wrote. */
  z.object({ type: z.literal('comments'), ...about, ...colleague, count: z.int() }),
  z.object({ type: z.literal('translation'), ...about, at: z.nullable(Time), language: LanguageCode, count: z.int() }),
])
export type DeskTask = z.infer<typeof DeskTask>

const inSession = { key: KeyText, title: z.string(), step: KeyText, stepTitle: z.string() }
/** A share in whole tens, from ten people or more, so that it tells nothing about one of them. */
const percent = z.int().check(z.minimum(0), z.maximum(100))

/** A weak point of a published session, found in the figures of its latest learners. */
export const LearnerSignal = z.union([
  z.object({ type: z.literal('question'), ...inSession, quiz: KeyText, question: QuestionKey, number: z.int(), percent }),
  z.object({ type: z.literal('step'), ...inSession, percent }),
])
export type LearnerSignal = z.infer<typeof LearnerSignal>

export const ScheduledContent = z.object({
  ...about,
  at: Time,
  /** In which members can read it. */
  languages: z.array(LanguageCode).check(z.maxLength(30)),
  /** Members to whom a session is offered and who have not opened it; null for other kinds. */
  people: z.nullable(z.int()),
})
export type ScheduledContent = z.infer<typeof ScheduledContent>

export const MAX_DESK_TASKS = 50

export const getDesk = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content-desk/',
  summary: 'What waits for you at the author’s desk, where learners struggle, and what goes out next',
  action: 'staff.content',
  reply: z.object({
    /** Newest first. */
    tasks: z.array(DeskTask).check(z.maxLength(MAX_DESK_TASKS)),
    /** Worst first. */
    signals: z.array(LearnerSignal).check(z.maxLength(3)),
    /** Soonest first. */
    next: z.array(ScheduledContent).check(z.maxLength(10)),
  }),
  errors: [],
})
