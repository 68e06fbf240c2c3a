import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'

/** `security` cannot be switched off. Later rooms add theirs. */
export const NoticeKind = z.enum([
  'security',
  'account',
  'help',
  'mentorship',
  'deadlines',
  'matches',
  'calendar',
  'chat',
  'calls',
  'surveys',
  'sessions',
  'summaries',
  'mentions',
  'feed',
])
export type NoticeKind = z.infer<typeof NoticeKind>

export const Notice = z.object({
  id: Id,
  kind: NoticeKind,
  /** In the reader's language. */
  title: z.string(),
  text: z.string(),
  /** A page of ours that it is about. */
  link: z.nullable(z.string()),
  createdAt: Time,
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

export const NoticeChoice = z.object({
  kind: NoticeKind,
  inApp: z.boolean(),
  email: z.boolean(),
  /** On every device that was let in. */
  push: z.boolean(),
  isFixed: z.boolean(),
})
export type NoticeChoice = z.infer<typeof NoticeChoice>

/** India's time of day, such as `22:00`. */
const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00'))

/** What is not urgent waits for their end, which may lie on the next day. */
export const QuietHours = z
  .object({ isOn: z.boolean(), from: TimeOfDay, until: TimeOfDay })
  .check(z.refine(({ from, until }) => from !== until, { path: ['until'], error: 'must be another time than the beginning' }))
export type QuietHours = z.infer<typeof QuietHours>

/** What a device is shown. Small, and readable by whoever looks at the screen. */
export const PushMessage = z.object({ title: z.string(), text: z.string(), link: z.string(), tag: z.string() })
export type PushMessage = z.infer<typeof PushMessage>
