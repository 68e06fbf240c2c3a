import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'

/** `security` cannot be switched off. Later rooms add theirs. */
export const NoticeKind = z.enum(['security', 'account', 'help', 'mentorship', 'calendar'])
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

export const NoticeChoice = z.object({ kind: NoticeKind, inApp: z.boolean(), email: z.boolean(), isFixed: z.boolean() })
export type NoticeChoice = z.infer<typeof NoticeChoice>
