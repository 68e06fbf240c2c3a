import * as z from 'zod/mini'
import { Role } from '../accounts/roles.ts'
import { Id, Time } from '../core/fields.ts'

export const HELP_MESSAGE_MAX_LENGTH = 2000

export const HelpMessage = z.object({
  id: Id,
  /** Who wrote gave it this name, so that a repeated message is one. */
  clientId: z.uuid(),
  isFromStaff: z.boolean(),
  /** Of the one who answered; null where it is one's own. */
  senderName: z.nullable(z.string()),
  body: z.string(),
  sentAt: Time,
})
export type HelpMessage = z.infer<typeof HelpMessage>

/** How the widget of the help centre signs someone in: nobody else can work out the hash. */
export const HelpIdentity = z.object({ userId: Id, hash: z.string(), role: Role })

export const HelpCase = z.object({
  id: Id,
  personId: Id,
  personName: z.string(),
  role: Role,
  lastMessage: z.string(),
  lastMessageAt: Time,
  isWaiting: z.boolean(),
  isClosed: z.boolean(),
})
export type HelpCase = z.infer<typeof HelpCase>
