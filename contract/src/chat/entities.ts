import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'

/** Title and description of a page, as plain text. Empty except for the address if the page could not be read. */
export const LinkPreview = z.object({
  title: z.string(),
  description: z.string(),
  /** Address of our small copy of its picture, or empty. Browsers never load pictures from foreign servers. */
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
  /** The last message that has reached one of their devices, and when. At least `lastSeenId`. */
  lastDeliveredId: z.int(),
  lastDeliveredTimestamp: z.nullable(Time),
  /** Null for the caller, for a pair manager, and if the person has none. */
  myDirectChannelWithUser: z.nullable(Id),
})
export type ChannelMember = z.infer<typeof ChannelMember>

/** Why nobody can write; null if the channel is open. */
export const Closed = z.nullable(
  z.object({ reason: z.enum(['inactive', 'blackout', 'ended']), /** Null if the end is unknown. */ until: z.nullable(Time) }),
)
export type Closed = z.infer<typeof Closed>

/** The content of the newest message in addition to its text, or instead of it. */
export const LastKind = z.enum(['photo', 'gif', 'file', 'call', 'voice'])
export type LastKind = z.infer<typeof LastKind>

export const Channel = z.object({
  channelId: Id,
  channelName: z.string(),
  kind: ChannelKind,
  isGroup: z.boolean(),
  mentorship: z.nullable(Id),
  channelMembers: z.array(ChannelMember).check(z.maxLength(50)),
  closed: Closed,
  /** For the list: sender and text of the newest message, in one line. Null if there is none. */
  lastMessage: z.nullable(
    z.object({
      id: z.int(),
      userId: z.nullable(Id),
      /** Its text; if it has none, the name of a file, the length of a voice note, or nothing. */
      text: z.string(),
      /** Absent if the message is only text. */
      kind: z.optional(LastKind),
      createdOn: Time,
    }),
  ),
  unreadCount: z.int(),
  isTagged: z.boolean(),
  /** The caller has silenced it. */
  isMuted: z.boolean(),
})
export type Channel = z.infer<typeof Channel>

/** The role of the assistant, in addition to the roles of people. */
export const AI_ASSISTANT = 'ai_assistant'

export const BotUser = z.object({ userId: Id, roleType: z.literal(AI_ASSISTANT) })
export type BotUser = z.infer<typeof BotUser>

export const FoundMessage = z.object({
  messageId: z.int(),
  channelId: Id,
  /** 65 characters around the match. */
  text: z.string(),
  /** Position of the match in `text`. */
  hit: z.object({ start: z.int(), length: z.int() }),
  createdOn: Time,
  /** Always empty: members need not know each other's e-mail address. */
  user: z.object({ firstName: z.string(), lastName: z.string(), userEmailId: z.literal('') }),
})
export type FoundMessage = z.infer<typeof FoundMessage>
