import type { ChatMessage } from '@saathi/contract/chat/socket'
import type { LinkCtx } from '#core/files/describe-file.ts'
import { showAttachments, storedAnswer, storedHelplines } from './attachments/attachments.ts'
import type { MessageRow } from './message-store.ts'

export type Reader = LinkCtx['actor']
export type MessageLinks = Omit<LinkCtx, 'actor'>

/** As this reader sees it: links are personal, and the temporary id is only sent to the sender. */
export function showMessage(row: MessageRow, reader: Reader, links: MessageLinks): ChatMessage {
  const helplines = row.redactedAt === null ? storedHelplines(row.extra) : undefined
  const answer = row.redactedAt === null ? storedAnswer(row.extra) : undefined
  const attachments = row.redactedAt === null ? showAttachments(row, { ...links, actor: reader }) : []
  return {
    msg_id: row.id,
    temp_id: row.senderId === reader.personId ? row.tempId : null,
    channel_id: row.channelId,
    user_id: row.senderId,
    message: row.redactedAt === null ? row.text : '',
    command: 'new_message',
    created_on: row.createdAt.toISOString(),
    status: 'completed',
    is_broadcast_message: row.isBroadcast,
    attachments: JSON.stringify(attachments),
    is_tagged: row.mentions.includes(reader.personId),
    room: row.redactedAt === null && row.room ? { room: row.room.id, expires_at: row.room.expiresAt.toISOString() } : null,
    may_retry: row.mayRetry,
    ...(helplines && { helplines }),
    ...(answer && { answer }),
  }
}

/** Whether all readers who neither wrote it nor are mentioned in it see the same. */
export const looksSameToAll = ({ file }: MessageRow): boolean => file === null
