import type { Channel } from '@saathi/contract/chat/entities'
import type { ChatEvent, ChatMessage } from '@saathi/contract/chat/socket'
import { queryClient } from '#core/query-client.ts'
import { createTimer } from '#core/store.ts'
import { personNow } from '#core/network/token.ts'
import {
  isMessageLoaded,
  isRedacted,
  newestId,
  oldestId,
  type Page,
  withChanged,
  withDelivered,
  withLastMessage,
  withMessage,
  withPage,
  withViewed,
} from './cache.ts'
import { changedSince, changesIn, recordChanges } from './changes.ts'
import { startCatchingUp, endCatchingUp, onMissedPage, isCatchingUp } from './catch-up.ts'
import { onPresence, onTyping, onWritten } from './presence.ts'
import { noteArrived } from './delivered.ts'
import { socketStatus, onFrame, onSocketOpen, reopenChat, sendCommand } from './socket.ts'
import {
  assistantDraftQuery,
  careQuery,
  channelsQuery,
  heldQuery,
  messagesQuery,
  refusalQuery,
  lastMessageQuery,
  unreadQuery,
} from './queries.ts'
import { RETRY_AFTER_MS, onAcknowledged, onRefused, isTemporary, sendAll } from './write/sending.ts'

const RELOAD_AFTER_MS = 1_000

/** Open channels, and the message around which each was opened; null for the newest. */
const open = new Map<number, number | null>()
const COUNT_AFTER_MS = 300
const unreadTimer = createTimer()
const reloadTimer = createTimer()

const loadedOf = (channel: number) => queryClient.getQueryData(messagesQuery(channel).queryKey) ?? undefined
// Set to null instead of removed, so that observers are notified.
function resetMessages(channel: number): void {
  endCatchingUp(channel)
  queryClient.setQueryData(messagesQuery(channel).queryKey, null)
}

/** Joins and fetches a channel. The returned function leaves it. */
export function openChannel(channel: number, around: number | null = null): () => void {
  open.set(channel, around)
  // A channel that was left at older messages opens at the newest ones.
  if (loadedOf(channel)?.hasNewer) resetMessages(channel)
  join(channel, true)
  return () => {
    open.delete(channel)
    // Otherwise nothing would load the missing messages.
    if (isCatchingUp(channel)) resetMessages(channel)
    sendCommand({ command: 'leave', channel })
  }
}

/** `isNew`: the channel is being opened. After a reconnect, only the missed messages are requested. */
function join(channel: number, isNew: boolean): void {
  queryClient.setQueryData(refusalQuery(channel).queryKey, '')
  const around = open.get(channel) ?? null
  const isElsewhere = around !== null && !isLoaded(channel, around)
  // The reader requested the newest messages while disconnected; until now the older ones were shown.
  const isOutdated = around === null && loadedOf(channel)?.hasNewer && !isCatchingUp(channel)
  if (isElsewhere || isOutdated) resetMessages(channel)
  if (!loadedOf(channel)) endCatchingUp(channel)
  const loaded = loadedOf(channel)
  const newest = newestId(loaded)
  const isCurrent = loaded !== undefined && newest !== undefined && (!loaded.hasNewer || isCatchingUp(channel))
  // Also if nothing is missed now: the next join asks for changes since this one.
  const since = changedSince(channel)
  sendCommand({ command: 'join', channel, ...(isCurrent && { message_id: startCatchingUp(channel, newest), ...since }) })
  if (isElsewhere) return fetchAround(channel, around)
  // A reader at an older place stays there; the newest are fetched on demand.
  if (isNew || loaded === undefined || (!loaded.hasNewer && !isCurrent)) sendCommand({ command: 'fetch_messages', channel })
}

const isLoaded = (channel: number, id: number) => isMessageLoaded(loadedOf(channel), id)

/** Shows one message with those before and after it. */
export function showAround(channel: number, message_id: number): void {
  const isLoading = open.get(channel) === message_id && !loadedOf(channel)
  if (isLoading || isLoaded(channel, message_id)) return
  open.set(channel, message_id)
  resetMessages(channel)
  fetchAround(channel, message_id)
}

/** Also used to renew expired links: the page replaces the loaded messages. */
export function fetchAround(channel: number, message_id: number): void {
  sendCommand({ command: 'get_room_chat_messages', channel, message_id, direction: 'around' })
}

/** After a refusal, which may have been the join: request everything again. */
export function rejoinChannel(channel: number): void {
  if (open.has(channel)) join(channel, false)
}

export function showNewest(channel: number): void {
  open.set(channel, null)
  if (!loadedOf(channel)?.hasNewer) return
  // Without a connection, keep the readable messages; they are replaced after the reconnect.
  if (socketStatus() !== 'open') return
  resetMessages(channel)
  sendCommand({ command: 'fetch_messages', channel })
}

export function fetchOlder(channel: number): boolean {
  const message_id = oldestId(loadedOf(channel))
  return message_id !== undefined && sendCommand({ command: 'get_room_chat_messages', channel, message_id, direction: 'older' })
}

export function fetchNewer(channel: number): boolean {
  // It is being loaded already.
  if (isCatchingUp(channel)) return false
  const message_id = newestId(loadedOf(channel))
  return message_id !== undefined && sendCommand({ command: 'get_room_chat_messages', channel, message_id, direction: 'newer' })
}

onSocketOpen((isBack) => {
  for (const channel of open.keys()) join(channel, false)
  sendCommand({ command: 'unread_message' })
  sendAll()
  // Read positions, other channels and closings may have changed in the meantime.
  if (isBack) reloadSoon()
})

onFrame((event) => {
  switch (event.command) {
    case 'new_message':
      return onMessage(event)
    case 'messages_payload':
      return onPage(event)
    case 'messages_changed':
      return onChanged(event)
    case 'unread_message':
      return onUnread(event)
    case 'update_last_viewed_timestamp':
      patchChannels((channels) => withViewed(channels, event))
      // Read in another tab or on another device.
      return event.user_id === personNow() ? fetchUnreadSoon() : undefined
    case 'message_delivered':
      return patchChannels((channels) => withDelivered(channels, event))
    case 'presence':
      return onPresence(event)
    case 'typing':
      return onTyping(event)
    case 'assistant_draft':
      return void queryClient.setQueryData(assistantDraftQuery(event.channel_id).queryKey, event.text)
    case 'reload':
      // The server may have missed something, too: catch up in open channels from the last known id.
      for (const channel of open.keys()) join(channel, false)
      return reloadSoon()
    case 'message_held':
      if (event.temp_id !== null) onAcknowledged(event.temp_id)
      return void queryClient.invalidateQueries({ queryKey: heldQuery(event.channel_id).queryKey })
    case 'care': {
      const { msg_id: messageId, helplines } = event
      return void queryClient.setQueryData(careQuery(event.channel_id).queryKey, () => ({ messageId, helplines }))
    }
    case 'error':
      return onError(event)
  }
})

function patchChannels(change: (channels: Channel[]) => Channel[]): void {
  queryClient.setQueryData(channelsQuery.queryKey, (channels) => channels && change(channels))
}

function onMessage(message: ChatMessage): void {
  const { channel_id: channel, msg_id, temp_id, user_id } = message
  recordLinks([message])
  onWritten(channel, user_id)
  // A closed channel receives no more messages; reopening it fetches everything after the last one.
  if (open.has(channel) || isLoaded(channel, msg_id))
    queryClient.setQueryData(messagesQuery(channel).queryKey, (loaded) => loaded && withMessage(loaded, message))
  queryClient.setQueryData(lastMessageQuery(channel).queryKey, (newestLive) =>
    newestLive && newestLive.msg_id >= msg_id ? newestLive : message,
  )
  if (temp_id !== null) onAcknowledged(temp_id)
  // The channel list shows its text, too.
  if (isRedacted(message)) return reloadSoon()
  const known = queryClient.getQueryData(channelsQuery.queryKey)
  if (known && !known.some(({ channelId }) => channelId === channel)) reloadSoon()
  // The server provides the list's text for calls.
  if (message.room) reloadSoon()
  else patchChannels((channels) => withLastMessage(channels, message))
  queryClient.setQueryData(assistantDraftQuery(channel).queryKey, (draft) => draft && '')
  // Counts for open channels too, because the window may be in the background.
  if (user_id === personNow()) return
  fetchUnreadSoon()
  noteArrived(channel, msg_id)
}

function onChanged({ channel_id: channel, messages }: Extract<ChatEvent, { command: 'messages_changed' }>): void {
  recordLinks(messages)
  recordChanges(messages)
  const before = loadedOf(channel)
  queryClient.setQueryData(messagesQuery(channel).queryKey, (loaded) => loaded && withChanged(loaded, messages))
  const isTextChanged = (message: ChatMessage) =>
    before?.messages.find(({ msg_id }) => msg_id === message.msg_id)?.message !== message.message
  if (!messages.some(isTextChanged)) return
  // The list shows the newest message, and a deleted one no longer counts as unread.
  const lastId = queryClient.getQueryData(channelsQuery.queryKey)?.find(({ channelId }) => channelId === channel)?.lastMessage?.id
  if (messages.some(({ msg_id }) => msg_id === lastId)) reloadSoon()
  if (messages.some(({ user_id }) => user_id !== personNow())) fetchUnreadSoon()
}

/** Many messages at once are counted once. */
function fetchUnreadSoon(): void {
  unreadTimer.start(() => void sendCommand({ command: 'unread_message' }), COUNT_AFTER_MS)
}

function onPage(page: Page): void {
  const { channel_id: channel } = page
  recordLinks(page.messages)
  const before = loadedOf(channel)
  // A page requested before the reader jumped elsewhere: wait for the first page of the new place.
  if (!before && page.message_id !== (open.get(channel) ?? null)) return
  const loaded = withChanged(withPage(before, page), changesIn(page))
  queryClient.setQueryData(messagesQuery(channel).queryKey, loaded)
  const last = loaded.messages.at(-1)
  if (last && isCatchingUp(channel) && last.msg_id > (newestId(before) ?? Infinity))
    queryClient.setQueryData(lastMessageQuery(channel).queryKey, last)
  for (const { temp_id } of page.messages) if (temp_id !== null) onAcknowledged(temp_id)
  const isReplaced = (oldestId(loaded) ?? 0) > (newestId(before) ?? Infinity)
  if (isReplaced) endCatchingUp(channel)
  else onMissedPage(page)
}

/** Links to files expire after ten minutes. */
const LINKS_VALID_MS = 9 * 60_000
const linksReceivedAt = new Map<number, number>()

function recordLinks(messages: readonly ChatMessage[]): void {
  for (const { msg_id, attachments } of messages) if (attachments !== '[]') linksReceivedAt.set(msg_id, Date.now())
}

export const haveLinksExpired = (message: number): boolean => Date.now() - (linksReceivedAt.get(message) ?? 0) > LINKS_VALID_MS

function onUnread({ channels }: Extract<ChatEvent, { command: 'unread_message' }>): void {
  const unread = channels.map(
    ({ channel_id, unread_count, is_tagged, is_muted }) =>
      [channel_id, { unreadCount: unread_count, isTagged: is_tagged, isMuted: is_muted }] as const,
  )
  queryClient.setQueryData(unreadQuery.queryKey, Object.fromEntries(unread))
}

const retryTimers = new Map<number, ReturnType<typeof setTimeout>>()

function onError({ code, temp_id, channel_id }: Extract<ChatEvent, { command: 'error' }>): void {
  // Usually the channel has just been closed, and the list does not show it yet.
  if (code.startsWith('chat.') && !isTemporary(code)) reloadSoon()
  if (temp_id !== undefined) return onRefused(temp_id, code)
  if (channel_id === undefined) return
  queryClient.setQueryData(refusalQuery(channel_id).queryKey, code)
  if (!isTemporary(code)) return
  clearTimeout(retryTimers.get(channel_id))
  retryTimers.set(
    channel_id,
    setTimeout(() => rejoinChannel(channel_id), RETRY_AFTER_MS),
  )
}

/** Debounced, because many things change at once when a mentorship starts or ends. */
function reloadSoon(): void {
  reloadTimer.restart(() => void refetchLists(), RELOAD_AFTER_MS)
}

async function refetchLists(): Promise<void> {
  const before = queryClient.getQueryData(channelsQuery.queryKey)?.length
  await queryClient.invalidateQueries({ queryKey: ['chat', 'channel'] })
  await queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey })
  const after = queryClient.getQueryData(channelsQuery.queryKey)?.length
  if (before !== undefined && after !== undefined && before !== after) reopenChat()
}
