import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'

/** What a page says of itself, as plain text. All but the address is empty where nothing could be learnt. */
export const LinkPreview = z.object({
  title: z.string(),
  description: z.string(),
  /** Where a small copy of its picture lies with us, or empty: nobody's browser asks a stranger for one. */
  image: z.string(),
  url: z.string(),
})
export type LinkPreview = z.infer<typeof LinkPreview>

export const ChannelKind = z.enum(['pair', 'group', 'direct', 'assistant'])
export type ChannelKind = z.infer<typeof ChannelKind>

export const ChannelMember = z.object({
  userId: Id,
  userFullName: z.string(),
  displayPicture: z.nullable(z.string()),
  /** As the specification spells roles; `ai_assistant` for the assistant. */
  role: z.string(),
  isActive: z.boolean(),
  isPairManager: z.boolean(),
  lastViewedTimestamp: z.nullable(Time),
  /** The last message they have seen. */
  lastSeenId: z.int(),
  /** Null for oneself, for a pair manager, and where there is none. */
  myDirectChannelWithUser: z.nullable(Id),
})
export type ChannelMember = z.infer<typeof ChannelMember>

/** Why nothing can be written; null where it can. */
export const Closed = z.nullable(
  z.object({ reason: z.enum(['inactive', 'blackout']), /** Null where there is no telling. */ until: z.nullable(Time) }),
)
export type Closed = z.infer<typeof Closed>

export const Channel = z.object({
  channelId: Id,
  channelName: z.string(),
  kind: ChannelKind,
  isGroup: z.boolean(),
  mentorship: z.nullable(Id),
  channelMembers: z.array(ChannelMember).check(z.maxLength(50)),
  closed: Closed,
  /** For the list: who said what last, as one line. Null where nothing has been said. */
  lastMessage: z.nullable(z.object({ id: z.int(), userId: z.nullable(Id), text: z.string(), createdOn: Time })),
  unreadCount: z.int(),
  isTagged: z.boolean(),
})
export type Channel = z.infer<typeof Channel>

/** What the assistant is, beside the roles that people have. */
export const AI_ASSISTANT = 'ai_assistant'

export const BotUser = z.object({ userId: Id, roleType: z.literal(AI_ASSISTANT) })
export type BotUser = z.infer<typeof BotUser>

export const FoundMessage = z.object({
  messageId: z.int(),
  channelId: Id,
  /** 65 characters around the hit. */
  text: z.string(),
  /** Where in `text` the hit is. */
  hit: z.object({ start: z.int(), length: z.int() }),
  createdOn: Time,
  /** The address is always empty: who may talk need not know each other's. */
  user: z.object({ firstName: z.string(), lastName: z.string(), userEmailId: z.literal('') }),
})
export type FoundMessage = z.infer<typeof FoundMessage>
