import type { ChatEvent } from '@saathi/contract/chat/socket'
import type { Db } from '#core/ctx.ts'
import { type ChatFlags, isOnFor } from '../access.ts'
import { findUnread, type UnreadRow } from './store.ts'

type Unread = Omit<UnreadRow, 'kind'>

/** Only the kinds of conversation that are enabled for the reader. */
export async function countUnread(db: Db, personId: number, flags: ChatFlags): Promise<Unread[]> {
  const rows = await findUnread(db, personId)
  return rows.flatMap(({ kind, ...unread }) => (isOnFor(flags, kind) ? [unread] : []))
}

export const showUnread = (rows: readonly Unread[]): ChatEvent => ({
  command: 'unread_message',
  channels: rows.map(({ channelId, unreadCount, isTagged, isMuted }) => ({
    channel_id: channelId,
    unread_count: unreadCount,
    is_tagged: isTagged,
    ...(isMuted && { is_muted: true }),
  })),
})
