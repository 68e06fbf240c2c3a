import * as z from 'zod/mini'

/** Kinds of data that a daily job deletes after some time. */
export const RetentionKind = z.enum([
  'staff_acts',
  'bulk_acts',
  'notices',
  'mail',
  'sign_ins',
  'client_errors',
  'replies',
  'codes',
])
export type RetentionKind = z.infer<typeof RetentionKind>

/** The least and the most days are what the law and the code allow; where they are equal, nothing can be chosen. */
export type RetentionRule = { job: string; days: number; least: number; most: number }

const YEAR = 365

export const retentionRules: Readonly<Record<RetentionKind, RetentionRule>> = {
  // Records of access to personal data must be available for a year.
  staff_acts: { job: 'core.watch_staff_acts', days: 2 * YEAR, least: YEAR, most: 10 * YEAR },
  bulk_acts: { job: 'staff.forget_bulk_acts', days: 2 * YEAR, least: YEAR, most: 10 * YEAR },
  notices: { job: 'notices.forget_notices', days: 180, least: 30, most: 2 * YEAR },
  mail: { job: 'notices.forget_mail', days: 90, least: 7, most: YEAR },
  sign_ins: { job: 'accounts.forget_sign_ins', days: 30, least: 7, most: 180 },
  client_errors: { job: 'core.forget_client_errors', days: 30, least: 7, most: 90 },
  // A phone that was offline may repeat a write for this long.
  replies: { job: 'core.forget_replies', days: 30, least: 30, most: 30 },
  codes: { job: 'accounts.forget_codes', days: 1, least: 1, most: 1 },
}
