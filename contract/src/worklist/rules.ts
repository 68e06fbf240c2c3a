import * as z from 'zod/mini'

/** Why a pair or person is on the list. Each rule is a promise of the team. */
export const WorkRule = z.enum([
  'no_first_meeting',
  'no_meeting',
  'unanswered',
  'session_overdue',
  'check_in',
  'contact_overdue',
  'approval_ends',
  'decision_waits',
  'mail_refused',
  'pair_ends',
])
export type WorkRule = z.infer<typeof WorkRule>

/** The unit of a rule's limit: days, a percentage of the agreed gap, points out of five, or times. */
type Limit = { unit: 'days' | 'percent' | 'points' | 'times'; usual: number; min: number; max: number }

export const workLimits: Readonly<Record<WorkRule, Limit>> = {
  no_first_meeting: { unit: 'days', usual: 10, min: 1, max: 90 },
  no_meeting: { unit: 'percent', usual: 150, min: 100, max: 400 },
  unanswered: { unit: 'days', usual: 7, min: 1, max: 60 },
  session_overdue: { unit: 'days', usual: 7, min: 0, max: 90 },
  check_in: { unit: 'points', usual: 2, min: 1, max: 4 },
  contact_overdue: { unit: 'days', usual: 0, min: 0, max: 30 },
  approval_ends: { unit: 'days', usual: 30, min: 1, max: 120 },
  decision_waits: { unit: 'days', usual: 0, min: 0, max: 30 },
  mail_refused: { unit: 'times', usual: 2, min: 1, max: 10 },
  pair_ends: { unit: 'days', usual: 14, min: 1, max: 90 },
}

/** Meetings every two weeks, until a pair has agreed on something else. */
export const USUAL_MEETING_DAYS = 14
/** One contact a month in the first year, one a quarter after it. */
export const contactDaysAfter = (daysTogether: number): number => (daysTogether < 365 ? 30 : 90)
/** A row can be postponed for at most this long. */
export const MAX_SNOOZE_DAYS = 90
/** The next contact can be planned at most this far ahead. */
export const MAX_NEXT_CONTACT_DAYS = 180
