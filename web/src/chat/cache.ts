import type { Channel } from '@saathi/contract/chat/entities'
import { plainOf } from '@saathi/contract/chat/mentions'
import type { ChatEvent, ChatMessage } from '@saathi/contract/chat/socket'

export type Page = Extract<ChatEvent, { command: 'messages_payload' }>

/** One piece of a channel without a gap, oldest first. */
export type Held = {
  messages: readonly ChatMessage[]
  hasOlder: boolean
  /** What is shown does not reach the newest: one looks at an older place, or is still catching up. */
  hasNewer: boolean
  /** The newest number that was heard of, whether it is among the messages or not. */
  heardUpTo: number
}

/** By created_on, then msg_id, both as numbers. */
export const inOrder = (a: ChatMessage, b: ChatMessage): number =>
  Date.parse(a.created_on) - Date.parse(b.created_on) || a.msg_id - b.msg_id

export const oldestId = (held: Held | undefined): number | undefined => held?.messages.at(0)?.msg_id
export const newestId = (held: Held | undefined): number | undefined => held?.messages.at(-1)?.msg_id

/** Keyed by msg_id; of two of the same number the later one counts, but a temp_id once known is kept. */
function merge(known: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const fresh = more.toSorted(inOrder)
  const [first, last] = [fresh.at(0), fresh.at(-1)]
  const [oldest, newest] = [known.at(0), known.at(-1)]
  if (!first || !last) return known
  // Nearly always what comes stands wholly before or after what is there: thousands need not be sorted for it.
  if (newest && inOrder(newest, first) < 0) return [...known, ...fresh]
  if (oldest && inOrder(last, oldest) < 0) return [...fresh, ...known]
  const byId = new Map(known.map((message) => [message.msg_id, message]))
  for (const message of fresh) {
    const temp_id = message.temp_id ?? byId.get(message.msg_id)?.temp_id ?? null
    byId.set(message.msg_id, { ...message, temp_id })
  }
  return [...byId.values()].toSorted(inOrder)
}

export function withPage(held: Held | undefined, page: Page): Held {
  const fresh = merge([], page.messages)
  const first = fresh.at(0)?.msg_id
  const last = fresh.at(-1)?.msg_id
  const oldest = oldestId(held)
  const newest = newestId(held)
  const leavesGap =
    page.message_id === null && page.has_next_page && first !== undefined && newest !== undefined && first > newest
  if (!held || oldest === undefined || newest === undefined || leavesGap)
    return closeEnd(fresh, page.has_next_page, page.has_newer, held?.heardUpTo ?? 0)
  // Of the side that was not asked for, a page says that there is more; only what it was asked for ends anything.
  const about = page.message_id
  const reachesBack = first === undefined ? about !== null && about <= oldest && !page.has_next_page : first < oldest
  const reachesOn = last === undefined ? about !== null && about >= newest && !page.has_newer : last >= newest
  return closeEnd(
    merge(held.messages, fresh),
    reachesBack ? page.has_next_page : held.hasOlder,
    reachesOn ? page.has_newer : held.hasNewer,
    held.heardUpTo,
  )
}

function closeEnd(messages: readonly ChatMessage[], hasOlder: boolean, hasNewer: boolean, heard: number): Held {
  const newest = messages.at(-1)?.msg_id ?? 0
  return { messages, hasOlder, hasNewer: hasNewer || heard > newest, heardUpTo: Math.max(heard, newest) }
}

export const holdsMessage = (held: Held | undefined, id: number): boolean =>
  held?.messages.some(({ msg_id }) => msg_id === id) ?? false

/** Said just now. Where what is shown does not reach that far it would stand beside a gap; it is only known of then. */
export function withMessage(held: Held, message: ChatMessage): Held {
  const isKnown = holdsMessage(held, message.msg_id)
  const heardUpTo = Math.max(held.heardUpTo, message.msg_id)
  // An old one that is changed, or acknowledged once more, comes with its page.
  const isBefore = held.hasOlder && message.msg_id < (oldestId(held) ?? 0)
  if ((held.hasNewer || isBefore) && !isKnown) return { ...held, heardUpTo }
  return { ...held, heardUpTo, messages: merge(held.messages, [message]) }
}

const saidAt = ({ lastMessage }: Channel): number => (lastMessage ? Date.parse(lastMessage.createdOn) : 0)

/** The one with the newest message first. */
export const byNewest = (channels: readonly Channel[]): Channel[] => channels.toSorted((a, b) => saidAt(b) - saidAt(a))

export function withLastMessage(channels: readonly Channel[], message: ChatMessage): Channel[] {
  const { msg_id: id, user_id: userId, created_on: createdOn } = message
  return byNewest(
    channels.map((channel) =>
      channel.channelId === message.channel_id && (channel.lastMessage?.id ?? 0) < id
        ? { ...channel, lastMessage: { id, userId, createdOn, text: plainOf(message.message) } }
        : channel,
    ),
  )
}

type Viewed = Extract<ChatEvent, { command: 'update_last_viewed_timestamp' }>

/** How far somebody has read only goes up. */
export const withViewed = (channels: readonly Channel[], viewed: Viewed): Channel[] =>
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

/** What the socket has told since a list was asked for stands: a list may be read before and arrive after it. */
export function keepNewer(before: readonly Channel[] | undefined, read: readonly Channel[]): Channel[] {
  const known = new Map(before?.map((channel) => [channel.channelId, channel]))
  return byNewest(read.map((channel) => withNewer(channel, known.get(channel.channelId))))
}

function withNewer(channel: Channel, known: Channel | undefined): Channel {
  if (!known) return channel
  const isOld = (known.lastMessage?.id ?? 0) > (channel.lastMessage?.id ?? 0)
  const channelMembers = channel.channelMembers.map((member) => {
    const before = known.channelMembers.find(({ userId }) => userId === member.userId)
    if (!before || before.lastSeenId <= member.lastSeenId) return member
    return { ...member, lastSeenId: before.lastSeenId, lastViewedTimestamp: before.lastViewedTimestamp }
  })
  return { ...channel, channelMembers, lastMessage: isOld ? known.lastMessage : channel.lastMessage }
}

/** Its words were taken away; an empty message there is not. */
export const isRedacted = ({ message, attachments, room }: ChatMessage): boolean =>
  message === '' && attachments === '[]' && room === null
