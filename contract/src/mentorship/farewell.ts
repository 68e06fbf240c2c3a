import * as z from 'zod/mini'
import { DAY_MS } from '../core/time.ts'
import { Id, Time } from '../core/fields.ts'
import type { Part } from './entities.ts'

export const FarewellReason = z.enum(['time_over', 'mentor_stops', 'mentee_stops', 'no_fit'])
export type FarewellReason = z.infer<typeof FarewellReason>

/** An unsafe ending has no farewell. */
export const EndingReason = z.enum([...FarewellReason.options, 'unsafe'])
export type EndingReason = z.infer<typeof EndingReason>

/** Members can write to each other for this long; then the mentorship ends and the conversation can only be read. */
export const FAREWELL_DAYS = 7
/** After the end, nobody is matched again before. */
export const REST_DAYS = 14
export const FAREWELL_WORDS_MAX = 600
export const NOTE_MAX = 1_000

export const restEndsAt = (endedAt: Date): Date => new Date(endedAt.getTime() + REST_DAYS * DAY_MS)

/** People who did not ask to stop return to matching by themselves after the rest; for all others, staff decide. */
export function isMatchedAgain(reason: FarewellReason, part: Part): boolean {
  if (reason === 'no_fit') return part !== 'pair_manager'
  return (reason === 'mentor_stops' && part === 'mentee') || (reason === 'mentee_stops' && part === 'mentor')
}

/** For whom it ends by their own wish: they leave matching even if they have another place. */
export const isStopping = (reason: FarewellReason, part: Part): boolean =>
  (reason === 'mentor_stops' && part === 'mentor') || (reason === 'mentee_stops' && part === 'mentee')

/** For the page of a pair in the console: who has written, never what. */
export const StaffFarewell = z.object({
  reason: FarewellReason,
  begunAt: Time,
  closesAt: Time,
  /** Null while it is under way. */
  closedAt: z.nullable(Time),
  writtenBy: z.array(Id).check(z.maxLength(20)),
})
export type StaffFarewell = z.infer<typeof StaffFarewell>
