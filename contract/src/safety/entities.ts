import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'
import type { DangerKind } from '../help/entities.ts'

/**
 * What can be reported. A file or an assistant's answer is identified by its message. `own_message`: words about a danger that
 * the reporter wrote to somebody else and now shows to the team.
 */
export const ReportedKind = z.enum(['message', 'own_message', 'file', 'answer', 'profile', 'call', 'post'])
export type ReportedKind = z.infer<typeof ReportedKind>

/**
 * `id` is the id of the message, person or post, or of the call's room. For a `match` it is the id of the offer, because the
 * reporter does not know the person's id.
 */
export const ReportedThing = z.object({
  kind: z.enum([...ReportedKind.options, 'match']),
  id: z.string().check(z.regex(/^[\da-f-]{1,36}$/)),
})
export type ReportedThing = z.infer<typeof ReportedThing>
export type StoredThing = { kind: ReportedKind; id: string }
/** The kind under which a report is stored and shown: reporting a match reports that person's profile. */
export const reportedKindOf = ({ kind }: ReportedThing): ReportedKind => (kind === 'match' ? 'profile' : kind)

export const ReportReason = z.enum([
  'meet_or_photos',
  'sexual',
  'threat',
  'self_harm',
  'rude',
  'money_or_phone',
  'something_else',
])
export type ReportReason = z.infer<typeof ReportReason>

/** Reports for these reasons are read within an hour, day and night, and the reporter is shown numbers to call. */
const dangers: Partial<Record<ReportReason, DangerKind>> = {
  meet_or_photos: 'grooming',
  sexual: 'abuse',
  threat: 'violence',
  self_harm: 'self-harm',
}
/** The kind of danger that the reason means; null if the report can wait for a day. */
export const dangerOf = (reason: ReportReason): DangerKind | null => dangers[reason] ?? null

export const URGENT_HOURS = 1
export const NORMAL_HOURS = 24
export const UNLOCK_MINUTES = 60
/** Messages before and after the reported one that are copied with it. */
export const EVIDENCE_MESSAGES = 20

export const REPORT_TEXT_MAX = 2_000
export const ReportText = z.string().check(z.trim(), z.minLength(1), z.maxLength(REPORT_TEXT_MAX))

/** `need_to_ask`: the team waits for the reporter. `not_found`: the team looked into it and took no action. */
export const ReportState = z.enum(['received', 'need_to_ask', 'acted', 'not_found'])
export type ReportState = z.infer<typeof ReportState>
export const AnswerKind = z.enum(['need_to_ask', 'acted', 'not_found'])
export type AnswerKind = z.infer<typeof AnswerKind>

/** One entry of the conversation about a report, between the reporter and the team. */
export const ReportMessage = z.object({
  id: Id,
  /** Null for the reporter's own words. */
  by: z.nullable(z.string()),
  isFromTeam: z.boolean(),
  kind: z.enum(['words', 'reopened', ...AnswerKind.options]),
  text: z.string(),
  at: Time,
})
export type ReportMessage = z.infer<typeof ReportMessage>

/** A report as its reporter sees it. */
export const MyReport = z.object({
  id: Id,
  clientId: z.uuid(),
  kind: ReportedKind,
  reason: ReportReason,
  /** The name of the person it is about; null if it is about nobody, or if they have left. */
  about: z.nullable(z.string()),
  state: ReportState,
  sentAt: Time,
  /** The team answers by this time. */
  answerBy: Time,
  messages: z.array(ReportMessage).check(z.maxLength(100)),
  /** Members of the team who have read it. */
  readBy: z.array(z.string()),
  mayReopen: z.boolean(),
  mayTellGuardian: z.nullable(z.boolean()),
})
export type MyReport = z.infer<typeof MyReport>
