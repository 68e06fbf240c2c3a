import * as z from 'zod/mini'
import { DAY_MS } from '../core/time.ts'
import { Id, Time } from '../core/fields.ts'
import type { Part } from './entities.ts'

export const FarewellReason = z.enum(['time_over', 'mentor_stops', 'mentee_stops', 'no_fit'])
export type FarewellReason = z.infer<typeof FarewellReason>

/** Reasons for an ending. An ending for safety has no farewell. */
export const EndingReason = z.enum([...FarewellReason.options, 'unsafe'])
export type EndingReason = z.infer<typeof EndingReason>

/** Members can write to each other for this long; then the mentorship ends and the conversation can only be read. */
export const FAREWELL_DAYS = 7
/** Days after the end during which people are not matched again. */
export const REST_DAYS = 14
export const FAREWELL_WORDS_MAX = 600
export const NOTE_MAX = 1_000

export const restEndsAt = (endedAt: Date): Date => new Date(endedAt.getTime() + REST_DAYS * DAY_MS)

/** After these days, people who did not ask to stop return to matching automatically; for all others, staff decide. */
export function isMatchedAgain(reason: FarewellReason, part: Part): boolean {
  if (reason === 'no_fit') return part !== 'pair_manager'
  return (reason === 'mentor_stops' && part === 'mentee') || (reason === 'mentee_stops' && part === 'mentor')
}

/** Whether this person asked to stop: they leave matching even if they have another mentorship or place. */
export const isStopping = (reason: FarewellReason, part: Part): boolean =>
  (reason === 'mentor_stops' && part === 'mentor') || (reason === 'mentee_stops' && part === 'mentee')

/** For the console's page of a pair: who has written, never what. */
export const StaffFarewell = z.object({
  reason: FarewellReason,
  begunAt: Time,
  closesAt: Time,
  /** Null while the farewell is in progress. */
  closedAt: z.nullable(Time),
  writtenBy: z.array(Id).check(z.maxLength(20)),
})
export type StaffFarewell = z.infer<typeof StaffFarewell>
