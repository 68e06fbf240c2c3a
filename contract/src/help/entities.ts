import * as z from 'zod/mini'
import { Role } from '../accounts/roles.ts'
import { Id, Time } from '../core/fields.ts'

export const HELP_MESSAGE_MAX_LENGTH = 2000

export const HelpMessage = z.object({
  id: Id,
  /** Chosen by the sender, so that a repeated message is stored once. */
  clientId: z.uuid(),
  isFromStaff: z.boolean(),
  /** Name of the staff member; null for the person's own messages. */
  senderName: z.nullable(z.string()),
  body: z.string(),
  sentAt: Time,
})
export type HelpMessage = z.infer<typeof HelpMessage>

/** Identifies a person to the help widget: nobody else can compute the hash. */
export const HelpIdentity = z.object({ userId: Id, hash: z.string(), role: Role })

/** The kind of danger a person may be in. */
export const DangerKind = z.enum(['self-harm', 'abuse', 'violence', 'grooming', 'blackmail', 'overdose'])
export type DangerKind = z.infer<typeof DangerKind>

/** A phone number to call, in the reader's language. */
export const Helpline = z.object({
  /** As dialled. */
  number: z.string().check(z.regex(/^\+?\d{2,15}$/)),
  name: z.string(),
  /** The people who answer, and their hours. */
  text: z.string(),
})
export type Helpline = z.infer<typeof Helpline>

/** The numbers as plain text, one per line, for clients without links. */
export const helplineLines = (helplines: readonly Helpline[]): string =>
  helplines.map(({ number, name, text }) => `${number} · ${name}. ${text}`).join('\n')

/** A member of staff who works on a conversation. */
export const HelpColleague = z.object({ personId: Id, name: z.string() })
export type HelpColleague = z.infer<typeof HelpColleague>

/** A colleague who has the same conversation open now. */
export const HelpReader = z.object({ ...HelpColleague.shape, isWriting: z.boolean() })
export type HelpReader = z.infer<typeof HelpReader>

export const HelpCase = z.object({
  id: Id,
  personId: Id,
  personName: z.string(),
  role: Role,
  lastMessage: z.string(),
  lastMessageAt: Time,
  isWaiting: z.boolean(),
  isClosed: z.boolean(),
  /** The person may be in danger: such conversations come first until they are closed. */
  isUrgent: z.boolean(),
  /** The kind of danger; null if none was detected. */
  concern: z.nullable(DangerKind),
  /** Null as well when the colleague may no longer answer here. */
  assignee: z.nullable(HelpColleague),
})
export type HelpCase = z.infer<typeof HelpCase>

/** The parts of the help inbox. Every part but `closed` has open conversations only. */
export const HelpView = z.enum(['open', 'mine', 'unassigned', 'urgent', 'closed'])
export type HelpView = z.infer<typeof HelpView>
