import { ChannelKind } from '@saathi/contract/chat/entities'
import { Quote } from '@saathi/contract/chat/socket'
import * as z from 'zod/mini'
import type { Ctx } from '#core/ctx.ts'
import type { BlockedPair } from '#accounts/public.ts'
import type { MessageRow } from './message-store.ts'

/** A committed message and everybody who may read it. `previousId` tells a receiver whether it missed something in between. */
export type CommittedMessage = {
  row: MessageRow
  kind: ChannelKind
  previousId: number
  readers: readonly number[]
  /** Readers of whom one has blocked the other: neither receives what the other writes. */
  apart?: readonly BlockedPair[] | undefined
  /** The message was committed before but perhaps not published. Receivers that have it ignore it. */
  isRepeat?: boolean | undefined
}

export const MESSAGES_COMMITTED = 'chat.said'
export const CHANNELS_CHANGED = 'chat.changed'

const When = z.coerce.date()
const Row = z.object({
  id: z.int(),
  channelId: z.int(),
  senderId: z.nullable(z.int()),
  tempId: z.nullable(z.string()),
  text: z.string(),
  createdAt: When,
  isBroadcast: z.boolean(),
  room: z.nullable(z.object({ id: z.string(), expiresAt: When })),
  file: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      size: z.int(),
      width: z.nullable(z.int()),
      height: z.nullable(z.int()),
      thumbnailSize: z.nullable(z.int()),
    }),
  ),
  extra: z.unknown(),
  mayRetry: z.boolean(),
  redactedAt: z.nullable(When),
  mentions: z.array(z.int()),
  replyTo: z.nullable(
    z.object({
      id: z.int(),
      senderId: z.nullable(z.int()),
      text: z.string(),
      kind: Quote.shape.kind,
    }),
  ),
  version: z.int(),
  editedAt: z.nullable(When),
  deletedAt: z.nullable(When),
  reactions: z.array(z.object({ emoji: z.string(), personId: z.int() })),
})
const CommittedMessage = z.object({
  row: Row,
  kind: ChannelKind,
  previousId: z.int(),
  readers: z.array(z.int()),
  apart: z.optional(z.array(z.tuple([z.int(), z.int()]))),
  isRepeat: z.optional(z.boolean()),
})
const CommittedEvent = z.object({ from: z.string(), said: z.array(CommittedMessage) })

/**
 * `changed`: channels whose members or closing times changed; null for all. `to`: people who should reload their list. `frame`:
 * sent unchanged to these people, or only to those who have channel `openIn` open; with `isPresence`, only to those who show
 * theirs. `left`: somebody closed their last page on the publishing server. `sharing`: somebody started or stopped showing their
 * presence. `block`: one of these two blocked or unblocked the other; messages that were committed before may still be on their
 * way. `altered`: a message that its readers receive again, because it was edited, deleted or reacted to.
 */
const ChannelsChangedEvent = z.object({
  changed: z.optional(z.nullable(z.array(z.int()))),
  to: z.array(z.int()),
  frame: z.optional(z.object({ text: z.string(), openIn: z.nullable(z.int()), isPresence: z.optional(z.boolean()) })),
  left: z.optional(z.int()),
  sharing: z.optional(z.object({ personId: z.int(), isShown: z.boolean() })),
  block: z.optional(z.object({ between: z.tuple([z.int(), z.int()]), isOn: z.boolean() })),
  altered: z.optional(CommittedMessage),
})
export type ChannelsChangedEvent = z.infer<typeof ChannelsChangedEvent>

/** A server skips its own events. It recognizes them by this prefix, without parsing the rest. */
export const ownEventPrefix = (serverId: string): string => `{"from":${JSON.stringify(serverId)},`
export const serializeCommitted = (serverId: string, messages: readonly CommittedMessage[]): string =>
  JSON.stringify({ from: serverId, said: messages })

/** A server of another version may publish a format unknown here. Skip it; the messages are read from the database later. */
function parse<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
export const parseCommitted = (text: string): CommittedMessage[] => parse(CommittedEvent, text)?.said ?? []
export const parseChannelsChanged = (text: string): ChannelsChangedEvent | null => parse(ChannelsChangedEvent, text)

type Publisher = Pick<Ctx, 'publishToTopic'>

/** Call it in the transaction that changes the members or closing times of these channels; null for all channels. */
export function publishChannelsChanged(ctx: Publisher, changed: readonly number[] | null, people: readonly number[]): void {
  const note: ChannelsChangedEvent = { changed: changed && [...changed], to: [...new Set(people)] }
  ctx.publishToTopic(CHANNELS_CHANGED, JSON.stringify(note))
}

/** Call it in the transaction that adds or removes a block. Both people reload their channels. */
export function publishBlockChanged(ctx: Publisher, channelIds: readonly number[], between: BlockedPair, isOn: boolean): void {
  const note: ChannelsChangedEvent = { changed: [...channelIds], to: [...between], block: { between: [...between], isOn } }
  ctx.publishToTopic(CHANNELS_CHANGED, JSON.stringify(note))
}

/** Sends a socket frame to these people; with `openIn`, only to those who have that channel open. */
export function publishFrame(ctx: Publisher, to: readonly number[], frame: object, openIn: number | null = null): void {
  const note: ChannelsChangedEvent = { to: [...new Set(to)], frame: { text: JSON.stringify(frame), openIn } }
  ctx.publishToTopic(CHANNELS_CHANGED, JSON.stringify(note))
}

/** Sends the message to its readers again, to each as they may see it. */
export function publishAltered(ctx: Publisher, altered: CommittedMessage): void {
  ctx.publishToTopic(CHANNELS_CHANGED, JSON.stringify({ to: [], altered }))
}

type PresenceSource = { personId: number; /** The person closed their last page on this server. */ hasLeft: boolean }

/** Only people who show their own presence receive it. */
export const presenceEvent = (
  to: readonly number[],
  frame: object,
  { personId, hasLeft }: PresenceSource,
): ChannelsChangedEvent => ({
  to: [...new Set(to)],
  frame: { text: JSON.stringify(frame), openIn: null, isPresence: true },
  ...(hasLeft && { left: personId }),
})

export function publishPresence(ctx: Publisher, to: readonly number[], frame: object, source: PresenceSource): void {
  ctx.publishToTopic(CHANNELS_CHANGED, JSON.stringify(presenceEvent(to, frame, source)))
}

export function publishSharing(ctx: Publisher, personId: number, isShown: boolean): void {
  const note: ChannelsChangedEvent = { to: [], sharing: { personId, isShown } }
  ctx.publishToTopic(CHANNELS_CHANGED, JSON.stringify(note))
}
