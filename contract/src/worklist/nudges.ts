import * as z from 'zod/mini'
import { Id, LanguageCode, Time } from '../core/fields.ts'
import { Day, WorkPerson } from './entities.ts'

/** The fact that triggers a message. If several apply to a person, the first in this order counts. */
export const NudgeTrigger = z.enum(['unanswered', 'no_first_meeting', 'no_meeting', 'check_in_open', 'session_overdue'])
export type NudgeTrigger = z.infer<typeof NudgeTrigger>

/** Days after which each plan writes, unless a programme chooses others. */
export const usualNudgeDays: Readonly<Record<NudgeTrigger, number>> = {
  unanswered: 3,
  no_first_meeting: 5,
  no_meeting: 14,
  check_in_open: 4,
  session_overdue: 3,
}

/** The most messages that one person receives in a week, over all plans and programmes. */
export const NUDGES_A_WEEK = 2
/** The hour of the day, in India, at which messages are sent. */
export const NUDGE_HOUR = 10
/** Messages that could not be sent on their day are dropped from this hour on. */
export const NUDGE_LAST_HOUR = 20
export const MAX_NUDGE_DAYS = 90
export const MAX_NUDGE_TIMES = 3
/** The most people to whom one plan writes in a day. */
export const MAX_NUDGES_A_DAY = 500
export const USUAL_NUDGES_A_DAY = 100
export const NUDGE_TITLE_MAX = 60
/** Mails show at most this many characters. */
export const NUDGE_TEXT_MAX = 200

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

export const NudgeText = z.object({ language: LanguageCode, title: line(NUDGE_TITLE_MAX), text: line(NUDGE_TEXT_MAX) })
export type NudgeText = z.infer<typeof NudgeText>

const days = z.int().check(z.minimum(1), z.maximum(MAX_NUDGE_DAYS))

export const NudgeSetting = z.object({
  isOn: z.boolean(),
  afterDays: days,
  /** Null: sent only once. */
  againDays: z.nullable(days),
  times: z.int().check(z.minimum(1), z.maximum(MAX_NUDGE_TIMES)),
  perDay: z.int().check(z.minimum(1), z.maximum(MAX_NUDGES_A_DAY)),
  /** Languages without a text of the programme use the default text. */
  texts: z.array(NudgeText).check(z.maxLength(40)),
})
export type NudgeSetting = z.infer<typeof NudgeSetting>

export const NudgePlan = z.extend(NudgeSetting, {
  trigger: NudgeTrigger,
  usualTexts: z.array(NudgeText).check(z.maxLength(40)),
  /** Sent back with an edit, to detect that somebody else has changed it. */
  version: z.int(),
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(Time),
  planned: z.int(),
  sentLastWeek: z.int(),
})
export type NudgePlan = z.infer<typeof NudgePlan>

/** Why a person to whom the fact applies receives no message. */
export const NudgeLeftOut = z.enum([
  'gone',
  'switched_off',
  'resting',
  'put_off',
  'contacted',
  'answered',
  'enough',
  'other_plan',
  'over_limit',
])
export type NudgeLeftOut = z.infer<typeof NudgeLeftOut>

/** Reasons that are found only at sending time, such as `fact_gone`. */
export const NudgeDropped = z.enum([...NudgeLeftOut.options, 'fact_gone', 'plan_off', 'quiet'])
export type NudgeDropped = z.infer<typeof NudgeDropped>

export const NudgeState = z.enum(['planned', 'taken_out', 'sent', 'dropped'])
export type NudgeState = z.infer<typeof NudgeState>

/** A message of a plan to one person. */
export const Nudge = z.object({
  id: Id,
  trigger: NudgeTrigger,
  on: Day,
  person: WorkPerson,
  programme: z.string(),
  mentorship: Id,
  since: Time,
  state: NudgeState,
  droppedWhy: z.nullable(NudgeDropped),
  takenOutBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** In the language of the person. */
  title: z.string(),
  text: z.string(),
  sentAt: z.nullable(Time),
})
export type Nudge = z.infer<typeof Nudge>
