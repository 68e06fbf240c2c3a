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

/** What somebody who may be in danger speaks of. */
export const DangerKind = z.enum(['self-harm', 'abuse', 'violence', 'grooming', 'blackmail', 'overdose'])
export type DangerKind = z.infer<typeof DangerKind>

/** A number to call, in the words of the reader. */
export const Helpline = z.object({
  /** As it is dialled. */
  number: z.string().check(z.regex(/^\+?\d{2,15}$/)),
  name: z.string(),
  /** Who answers and when. */
  text: z.string(),
})
export type Helpline = z.infer<typeof Helpline>

/** How the numbers stand in a text, for readers that know no links: one line each. */
export const helplineLines = (helplines: readonly Helpline[]): string =>
  helplines.map(({ number, name, text }) => `${number} · ${name}. ${text}`).join('\n')

export const HelpCase = z.object({
  id: Id,
  personId: Id,
  personName: z.string(),
  role: Role,
  lastMessage: z.string(),
  lastMessageAt: Time,
  isWaiting: z.boolean(),
  isClosed: z.boolean(),
  /** What the person wrote may mean danger: these come first, until somebody closes the conversation. */
  isUrgent: z.boolean(),
  /** Of what it spoke; null where nothing was noticed. */
  concern: z.nullable(DangerKind),
})
export type HelpCase = z.infer<typeof HelpCase>
