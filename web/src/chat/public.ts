import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#core/query-client.ts'
import { personNow } from '#core/network/token.ts'
import { onFrame } from './socket.ts'
import { messageKind } from './write/sending.ts'
import { memberOf } from './names.ts'
import { channelsQuery, unreadQuery } from './queries.ts'
/** On every page while chat is enabled: the socket, the count in the menu, and the widget of the learning hub. */
export { ChatSlot } from './messenger/slot.tsx'
/** Loads what the outbox needs to send messages and changes of them. */
export async function loadSenders() {
  return [messageKind, ...(await import('./write/gestures.ts')).gestureKinds]
}

/** For a call: the conversation that it belongs to. */
export const loadConversation = async () => (await import('./conversation/open-channel.tsx')).OpenChannel

export function useUnread(channel: number): number {
  const { data } = useQuery(unreadQuery)
  return data?.[channel]?.unreadCount ?? 0
}

/** An incoming call. `name` is empty if the channels are not loaded yet; `at` is the server's time of the invite. */
export type Invite = { room: string; channel: number; from: number; name: string; at: number }

/** Live messages marked by the server only: older messages come in other frames. */
export function onInvite(handler: (invite: Invite) => void): () => void {
  return onFrame((event) => {
    if (event.command !== 'new_message' || event.room === null) return
    const { user_id: from, channel_id: channel, created_on } = event
    if (from === null || from === personNow()) return
    const knownChannel = queryClient.getQueryData(channelsQuery.queryKey)?.find(({ channelId }) => channelId === channel)
    const name = (knownChannel && memberOf(knownChannel, from)?.userFullName) ?? ''
    handler({ room: event.room.room, channel, from, name, at: Date.parse(created_on) })
  })
}
