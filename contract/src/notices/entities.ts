import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'

/** Kinds with a setting; `security` cannot be switched off. */
export const ChosenKind = z.enum([
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
  'nudges',
])
export type ChosenKind = z.infer<typeof ChosenKind>

/**
 * `team`: tasks that wait for a member of staff. Shown in the product only; their digest by mail has a setting in the console.
 */
export const NoticeKind = z.enum([...ChosenKind.options, 'team'])
export type NoticeKind = z.infer<typeof NoticeKind>

export const Notice = z.object({
  id: Id,
  kind: NoticeKind,
  /** Title and text are in the caller's language. */
  title: z.string(),
  text: z.string(),
  /** The page in Saathi that the notice is about. */
  link: z.nullable(z.string()),
  createdAt: Time,
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

export const NoticeChoice = z.object({
  kind: ChosenKind,
  inApp: z.boolean(),
  email: z.boolean(),
  /** Sent to every registered device. */
  push: z.boolean(),
  isFixed: z.boolean(),
})
export type NoticeChoice = z.infer<typeof NoticeChoice>

/** Time of day in India, such as `22:00`. */
const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00'))

/** Non-urgent notices wait until quiet hours end, which may be on the next day. */
export const QuietHours = z
  .object({ isOn: z.boolean(), from: TimeOfDay, until: TimeOfDay })
  .check(z.refine(({ from, until }) => from !== until, { path: ['until'], error: 'must differ from the start time' }))
export type QuietHours = z.infer<typeof QuietHours>

/** Content shown on a device. Small, and readable by anyone who looks at the screen. */
export const PushMessage = z.object({ title: z.string(), text: z.string(), link: z.string(), tag: z.string() })
export type PushMessage = z.infer<typeof PushMessage>
