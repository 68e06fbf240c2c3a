import type { Channel } from '@saathi/contract/chat/entities'
import type { ChatEvent, ChatMessage } from '@saathi/contract/chat/socket'
import { queryClient } from '#core/query-client.ts'
import { personNow } from '#core/token.ts'
import {
  holdsMessage,
  isRedacted,
  newestId,
  oldestId,
  type Page,
  withLastMessage,
  withMessage,
  withPage,
  withViewed,
} from './cache.ts'
import { beginCatchingUp, endCatchingUp, hearMissed, isCatchingUp } from './catching-up.ts'
import { lineNow, onFrame, onLineOpen, reopenChat, say } from './line.ts'
import { assistantDraftQuery, channelsQuery, heldQuery, refusalQuery, saidQuery, unreadQuery } from './queries.ts'
import { AGAIN_AFTER_MS, hearAcknowledged, hearRefused, isPassing, sendAll } from './sending.ts'

export const RELOAD_AFTER_MS = 1_000

/** The channels that are looked at, and around which message each was opened: null is at the newest. */
const open = new Map<number, number | null>()
const COUNT_AFTER_MS = 300
let count: ReturnType<typeof setTimeout> | undefined
let reload: ReturnType<typeof setTimeout> | undefined

const heldOf = (channel: number) => queryClient.getQueryData(heldQuery(channel).queryKey) ?? undefined
// Not removed from the cache: whoever looks at it would not hear of that.
function forgetHeld(channel: number): void {
  endCatchingUp(channel)
  queryClient.setQueryData(heldQuery(channel).queryKey, null)
}

/** Joins and fetches it. The returned function leaves it. */
export function openChannel(channel: number, around: number | null = null): () => void {
  open.set(channel, around)
  // What was left in the middle of older messages is opened at the newest.
  if (heldOf(channel)?.hasNewer) forgetHeld(channel)
  enter(channel, true)
  return () => {
    open.delete(channel)
    // Behind a gap that nobody closes any more.
    if (isCatchingUp(channel)) forgetHeld(channel)
    say({ command: 'leave', channel })
  }
}

/** `isNew`: it is being opened. Whoever comes back to it is brought what they missed, and has the rest. */
function enter(channel: number, isNew: boolean): void {
  queryClient.setQueryData(refusalQuery(channel).queryKey, '')
  const around = open.get(channel) ?? null
  const isElsewhere = around !== null && !holds(channel, around)
  // The newest were asked for while there was no line, and what could be read was left there meanwhile.
  const isLeft = around === null && heldOf(channel)?.hasNewer && !isCatchingUp(channel)
  if (isElsewhere || isLeft) forgetHeld(channel)
  if (!heldOf(channel)) endCatchingUp(channel)
  const held = heldOf(channel)
  const newest = newestId(held)
  const isCurrent = held !== undefined && newest !== undefined && (!held.hasNewer || isCatchingUp(channel))
  say({ command: 'join', channel, ...(isCurrent && { message_id: beginCatchingUp(channel, newest) }) })
  if (isElsewhere) return askAround(channel, around)
  // One who looks at an older place stays there; the newest are fetched when they are wanted.
  if (isNew || held === undefined || (!held.hasNewer && !isCurrent)) say({ command: 'fetch_messages', channel })
}

const holds = (channel: number, id: number) => holdsMessage(heldOf(channel), id)

/** The place of one message, with what was said before and after it. */
export function showAround(channel: number, message_id: number): void {
  const isComing = open.get(channel) === message_id && !heldOf(channel)
  if (isComing || holds(channel, message_id)) return
  open.set(channel, message_id)
  forgetHeld(channel)
  askAround(channel, message_id)
}

/** Also once more, for links that have ended: what comes takes the place of what is held. */
export function askAround(channel: number, message_id: number): void {
  say({ command: 'get_room_chat_messages', channel, message_id, direction: 'around' })
}

/** After something was refused, which may have been the joining: all that is open there is asked for once more. */
export function askAgain(channel: number): void {
  if (open.has(channel)) enter(channel, false)
}

export function showNewest(channel: number): void {
  open.set(channel, null)
  if (!heldOf(channel)?.hasNewer) return
  // Without a line what can be read stays; it is left when the newest are there to be had.
  if (lineNow() !== 'open') return
  forgetHeld(channel)
  say({ command: 'fetch_messages', channel })
}

export function fetchOlder(channel: number): boolean {
  const message_id = oldestId(heldOf(channel))
  return message_id !== undefined && say({ command: 'get_room_chat_messages', channel, message_id, direction: 'older' })
}

export function fetchNewer(channel: number): boolean {
  // It is coming already.
  if (isCatchingUp(channel)) return false
  const message_id = newestId(heldOf(channel))
  return message_id !== undefined && say({ command: 'get_room_chat_messages', channel, message_id, direction: 'newer' })
}

const seen = new Map<number, number>()
let seenPause: ReturnType<typeof setTimeout> | undefined

/** Whoever reads up to here has read all before it. Where many talk at once, it is said now and then. */
export function markSeen(channel: number, message_id: number): void {
  seen.set(channel, message_id)
  if (seenPause === undefined) sayWhatIsSeen()
}

function sayWhatIsSeen(): void {
  clearTimeout(seenPause)
  seenPause = undefined
  if (seen.size === 0) return
  seenPause = setTimeout(sayWhatIsSeen, COUNT_AFTER_MS)
  for (const [channel, message_id] of seen) {
    seen.delete(channel)
    if (say({ command: 'message_seen', channel, message_id })) setRead(channel)
  }
}

const setRead = (channel: number): void =>
  void queryClient.setQueryData(
    unreadQuery.queryKey,
    (unread) => unread && { ...unread, [channel]: { unreadCount: 0, isTagged: false } },
  )

onLineOpen((isBack) => {
  for (const channel of open.keys()) enter(channel, false)
  say({ command: 'unread_message' })
  sendAll()
  // Who has read how far, what was said elsewhere, and what has been closed meanwhile.
  if (isBack) reloadSoon()
})

onFrame((event) => {
  switch (event.command) {
    case 'new_message':
      return hearMessage(event)
    case 'messages_payload':
      return hearPage(event)
    case 'unread_message':
      return hearUnread(event)
    case 'update_last_viewed_timestamp':
      changeChannels((channels) => withViewed(channels, event))
      // Read in another tab or on another device.
      return event.user_id === personNow() ? countSoon() : undefined
    case 'assistant_draft':
      return void queryClient.setQueryData(assistantDraftQuery(event.channel_id).queryKey, event.text)
    case 'reload':
      // The server may have missed something, too: what is open is read again from the last number that is known here.
      for (const channel of open.keys()) enter(channel, false)
      return reloadSoon()
    case 'error':
      return hearError(event)
  }
})

function changeChannels(change: (channels: Channel[]) => Channel[]): void {
  queryClient.setQueryData(channelsQuery.queryKey, (channels) => channels && change(channels))
}

function hearMessage(message: ChatMessage): void {
  const { channel_id: channel, msg_id, temp_id, user_id } = message
  noteLinks([message])
  // What is held of a channel that is not open ends where it was left: opened again, it is brought everything from there on.
  if (open.has(channel) || holds(channel, msg_id))
    queryClient.setQueryData(heldQuery(channel).queryKey, (held) => held && withMessage(held, message))
  queryClient.setQueryData(saidQuery(channel).queryKey, (said) => (said && said.msg_id >= msg_id ? said : message))
  if (temp_id !== null) hearAcknowledged(temp_id)
  // The list has its words, too.
  if (isRedacted(message)) return reloadSoon()
  const known = queryClient.getQueryData(channelsQuery.queryKey)
  if (known && !known.some(({ channelId }) => channelId === channel)) reloadSoon()
  // What the list calls a call is for the server to say.
  if (message.room) reloadSoon()
  else changeChannels((channels) => withLastMessage(channels, message))
  queryClient.setQueryData(assistantDraftQuery(channel).queryKey, (draft) => draft && '')
  // Also in a channel that is open: the window may be behind another.
  if (user_id !== personNow()) countSoon()
}

/** A group that talks all at once is counted once. */
function countSoon(): void {
  count ??= setTimeout(() => {
    count = undefined
    say({ command: 'unread_message' })
  }, COUNT_AFTER_MS)
}

function hearPage(page: Page): void {
  const { channel_id: channel } = page
  noteLinks(page.messages)
  const before = heldOf(channel)
  // Asked for before one went to another place: the first page of that is what is waited for.
  if (!before && page.message_id !== (open.get(channel) ?? null)) return
  const held = withPage(before, page)
  queryClient.setQueryData(heldQuery(channel).queryKey, held)
  const last = held.messages.at(-1)
  if (last && isCatchingUp(channel) && last.msg_id > (newestId(before) ?? Infinity))
    queryClient.setQueryData(saidQuery(channel).queryKey, last)
  for (const { temp_id } of page.messages) if (temp_id !== null) hearAcknowledged(temp_id)
  const isReplaced = (oldestId(held) ?? 0) > (newestId(before) ?? Infinity)
  if (isReplaced) endCatchingUp(channel)
  else hearMissed(page)
}

/** Links to files are good for ten minutes from when they came. */
const LINKS_LAST_MS = 9 * 60_000
const linksCame = new Map<number, number>()

function noteLinks(messages: readonly ChatMessage[]): void {
  for (const { msg_id, attachments } of messages) if (attachments !== '[]') linksCame.set(msg_id, Date.now())
}

export const haveLinksEnded = (message: number): boolean => Date.now() - (linksCame.get(message) ?? 0) > LINKS_LAST_MS

function hearUnread({ channels }: Extract<ChatEvent, { command: 'unread_message' }>): void {
  const unread = channels.map(
    ({ channel_id, unread_count, is_tagged }) => [channel_id, { unreadCount: unread_count, isTagged: is_tagged }] as const,
  )
  queryClient.setQueryData(unreadQuery.queryKey, Object.fromEntries(unread))
}

const refused = new Map<number, ReturnType<typeof setTimeout>>()

function hearError({ code, temp_id, channel_id }: Extract<ChatEvent, { command: 'error' }>): void {
  // Most often the channel has just been closed, which the list does not know yet.
  if (code.startsWith('chat.') && !isPassing(code)) reloadSoon()
  if (temp_id !== undefined) return hearRefused(temp_id, code)
  if (channel_id === undefined) return
  queryClient.setQueryData(refusalQuery(channel_id).queryKey, code)
  if (!isPassing(code)) return
  clearTimeout(refused.get(channel_id))
  refused.set(
    channel_id,
    setTimeout(() => askAgain(channel_id), AGAIN_AFTER_MS),
  )
}

/** Many things change at once when a mentorship begins or ends: the list is read when they have. */
function reloadSoon(): void {
  clearTimeout(reload)
  reload = setTimeout(() => void readAgain(), RELOAD_AFTER_MS)
}

async function readAgain(): Promise<void> {
  const before = queryClient.getQueryData(channelsQuery.queryKey)?.length
  await queryClient.invalidateQueries({ queryKey: ['chat', 'channel'] })
  await queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey })
  const after = queryClient.getQueryData(channelsQuery.queryKey)?.length
  if (before !== undefined && after !== undefined && before !== after) reopenChat()
}
