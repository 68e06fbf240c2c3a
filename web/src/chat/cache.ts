import type { Channel, LastKind } from '@saathi/contract/chat/entities'
import { plainOf } from '@saathi/contract/chat/mentions'
import type { ChatEvent, ChatMessage } from '@saathi/contract/chat/socket'
import { voiceTime } from '@saathi/contract/chat/voice'
import { readAttachments } from './attachments/read.ts'

export type Page = Extract<ChatEvent, { command: 'messages_payload' }>

/** `isWaiting`: with a change that the server does not have yet. */
export type ShownMessage = ChatMessage & { isWaiting?: boolean }

/** A range of a channel without gaps, oldest first. */
export type LoadedMessages = {
  messages: readonly ShownMessage[]
  hasOlder: boolean
  /** The newest messages are not loaded: the reader looks at an older place, or is catching up. */
  hasNewer: boolean
  /** The newest id received, whether its message is loaded or not. */
  newestKnownId: number
}

/** By created_on, then msg_id, both as numbers. */
const compareMessages = (a: ChatMessage, b: ChatMessage): number =>
  Date.parse(a.created_on) - Date.parse(b.created_on) || a.msg_id - b.msg_id

export const oldestId = (loaded: LoadedMessages | undefined): number | undefined => loaded?.messages.at(0)?.msg_id
export const newestId = (loaded: LoadedMessages | undefined): number | undefined => loaded?.messages.at(-1)?.msg_id

const versionOf = ({ version = 0 }: ChatMessage): number => version

/** Keyed by msg_id. The later copy wins, but a known temp_id is kept. */
function merge(known: readonly ShownMessage[], more: readonly ChatMessage[]): readonly ShownMessage[] {
  const fresh = more.toSorted(compareMessages)
  const [first, last] = [fresh.at(0), fresh.at(-1)]
  const [oldest, newest] = [known.at(0), known.at(-1)]
  if (!first || !last) return known
  // New messages nearly always lie completely before or after the loaded ones, so no sort is needed.
  if (newest && compareMessages(newest, first) < 0) return [...known, ...fresh]
  if (oldest && compareMessages(last, oldest) < 0) return [...fresh, ...known]
  const byId = new Map(known.map((message) => [message.msg_id, message]))
  for (const message of fresh) {
    const before = byId.get(message.msg_id)
    // A page that was read before a change may arrive after it.
    if (before && versionOf(before) > versionOf(message)) continue
    byId.set(message.msg_id, { ...message, temp_id: message.temp_id ?? before?.temp_id ?? null })
  }
  return [...byId.values()].toSorted(compareMessages)
}

export function withPage(loaded: LoadedMessages | undefined, page: Page): LoadedMessages {
  const fresh = merge([], page.messages)
  const first = fresh.at(0)?.msg_id
  const last = fresh.at(-1)?.msg_id
  const oldest = oldestId(loaded)
  const newest = newestId(loaded)
  const leavesGap =
    page.message_id === null && page.has_next_page && first !== undefined && newest !== undefined && first > newest
  if (!loaded || oldest === undefined || newest === undefined || leavesGap)
    return withEnds(fresh, page.has_next_page, page.has_newer, loaded?.newestKnownId ?? 0)
  // A page is only complete in the direction it was requested for.
  const anchorId = page.message_id
  const reachesBack = first === undefined ? anchorId !== null && anchorId <= oldest && !page.has_next_page : first < oldest
  const reachesOn = last === undefined ? anchorId !== null && anchorId >= newest && !page.has_newer : last >= newest
  return withEnds(
    merge(loaded.messages, fresh),
    reachesBack ? page.has_next_page : loaded.hasOlder,
    reachesOn ? page.has_newer : loaded.hasNewer,
    loaded.newestKnownId,
  )
}

function withEnds(messages: readonly ShownMessage[], hasOlder: boolean, hasNewer: boolean, knownId: number): LoadedMessages {
  const newest = messages.at(-1)?.msg_id ?? 0
  return { messages, hasOlder, hasNewer: hasNewer || knownId > newest, newestKnownId: Math.max(knownId, newest) }
}

export const isMessageLoaded = (loaded: LoadedMessages | undefined, id: number): boolean =>
  loaded?.messages.some(({ msg_id }) => msg_id === id) ?? false

/** A live message. If the newest messages are not loaded, adding it would leave a gap, so only its id is recorded. */
export function withMessage(loaded: LoadedMessages, message: ChatMessage): LoadedMessages {
  const isKnown = isMessageLoaded(loaded, message.msg_id)
  const newestKnownId = Math.max(loaded.newestKnownId, message.msg_id)
  // An older message that changed, or is acknowledged again, comes with its page.
  const isBefore = loaded.hasOlder && message.msg_id < (oldestId(loaded) ?? 0)
  if ((loaded.hasNewer || isBefore) && !isKnown) return { ...loaded, newestKnownId }
  return { ...loaded, newestKnownId, messages: merge(loaded.messages, [message]) }
}

/** Messages that were edited, deleted or reacted to. Those that are not loaded come with their page. */
export function withChanged(loaded: LoadedMessages, changed: readonly ChatMessage[]): LoadedMessages {
  const known = changed.filter(({ msg_id }) => isMessageLoaded(loaded, msg_id))
  const byId = new Map(changed.map((message) => [message.msg_id, message]))
  const isQuoted = loaded.messages.some(({ reply_to }) => reply_to && byId.has(reply_to.msg_id))
  if (known.length === 0 && !isQuoted) return loaded
  return { ...loaded, messages: merge(loaded.messages, known).map((message) => withNewQuote(message, byId)) }
}

function withNewQuote(message: ChatMessage, changed: ReadonlyMap<number, ChatMessage>): ChatMessage {
  const { reply_to: quote } = message
  const quoted = quote && changed.get(quote.msg_id)
  if (!quoted || quote.kind === 'gone') return message
  if (isRedacted(quoted)) return { ...message, reply_to: { ...quote, user_id: null, message: '', kind: 'gone' } }
  if (quoted.message === '') return message
  return { ...message, reply_to: { ...quote, message: lineOf(quoted.message), kind: 'text' } }
}

const QUOTE_LETTERS = 160
/** The text on one line, shortened like the server does. */
export const lineOf = (text: string): string => plainOf(text).replaceAll(/\s+/g, ' ').trim().slice(0, QUOTE_LETTERS)

const lastMessageTime = ({ lastMessage }: Channel): number => (lastMessage ? Date.parse(lastMessage.createdOn) : 0)

/** Newest message first. */
const byNewest = (channels: readonly Channel[]): Channel[] => channels.toSorted((a, b) => lastMessageTime(b) - lastMessageTime(a))

/** The content of a message as the server describes it in the channel list. */
function contentOf({ message, attachments }: ChatMessage): { text: string; kind?: LastKind } {
  const text = plainOf(message)
  const [file] = attachments === '[]' ? [] : readAttachments(attachments).filter((each) => each.attachment_type === undefined)
  if (!file) return { text }
  if (file.voice) return { kind: 'voice', text: text || voiceTime(file.voice.duration_ms) }
  const isPicture = file.type.startsWith('image/')
  const kind = file.type === 'image/gif' ? 'gif' : isPicture ? 'photo' : 'file'
  return { kind, text: text || (isPicture ? '' : file.name) }
}

export function withLastMessage(channels: readonly Channel[], message: ChatMessage): Channel[] {
  const { msg_id: id, user_id: userId, created_on: createdOn } = message
  return byNewest(
    channels.map((channel) =>
      channel.channelId === message.channel_id && (channel.lastMessage?.id ?? 0) < id
        ? { ...channel, lastMessage: { id, userId, createdOn, ...contentOf(message) } }
        : channel,
    ),
  )
}

type ViewedEvent = Extract<ChatEvent, { command: 'update_last_viewed_timestamp' }>

/** Read positions only move forward. */
export const withViewed = (channels: readonly Channel[], viewed: ViewedEvent): Channel[] =>
  channels.map((channel) =>
    channel.channelId === viewed.channel_id
      ? {
          ...channel,
          channelMembers: channel.channelMembers.map((member) =>
            member.userId === viewed.user_id && member.lastSeenId <= viewed.message_id
              ? { ...member, lastSeenId: viewed.message_id, lastViewedTimestamp: viewed.last_viewed_timestamp }
              : member,
          ),
        }
      : channel,
  )

type DeliveredEvent = Extract<ChatEvent, { command: 'message_delivered' }>

export const withDelivered = (channels: readonly Channel[], delivered: DeliveredEvent): Channel[] =>
  channels.map((channel) =>
    channel.channelId === delivered.channel_id
      ? {
          ...channel,
          channelMembers: channel.channelMembers.map((member) =>
            member.userId === delivered.user_id && member.lastDeliveredId < delivered.message_id
              ? { ...member, lastDeliveredId: delivered.message_id, lastDeliveredTimestamp: delivered.delivered_on }
              : member,
          ),
        }
      : channel,
  )

/** Keeps newer data from the socket: the list may have been read before it and arrive after it. */
export function mergeNewer(before: readonly Channel[] | undefined, read: readonly Channel[]): Channel[] {
  const known = new Map(before?.map((channel) => [channel.channelId, channel]))
  return byNewest(read.map((channel) => withNewer(channel, known.get(channel.channelId))))
}

function withNewer(channel: Channel, known: Channel | undefined): Channel {
  if (!known) return channel
  const isOld = (known.lastMessage?.id ?? 0) > (channel.lastMessage?.id ?? 0)
  const channelMembers = channel.channelMembers.map((member) => {
    const before = known.channelMembers.find(({ userId }) => userId === member.userId)
    if (!before) return member
    const { lastSeenId, lastViewedTimestamp, lastDeliveredId, lastDeliveredTimestamp } = before
    return {
      ...member,
      ...(lastSeenId > member.lastSeenId && { lastSeenId, lastViewedTimestamp }),
      ...(lastDeliveredId > member.lastDeliveredId && { lastDeliveredId, lastDeliveredTimestamp }),
    }
  })
  return { ...channel, channelMembers, lastMessage: isOld ? known.lastMessage : channel.lastMessage }
}

/** Redacted messages are empty; nobody can send an empty message. */
export const isRedacted = ({ message, attachments, room }: ChatMessage): boolean =>
  message === '' && attachments === '[]' && room === null
