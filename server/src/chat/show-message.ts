import { plainOf } from '@saathi/contract/chat/mentions'
import type { ChatMessage, Quote } from '@saathi/contract/chat/socket'
import type { LinkCtx } from '#core/files/describe-file.ts'
import { showAttachments, storedAnswer, storedHelplines } from './attachments/attachments.ts'
import type { MessageRow, QuotedRow } from './message-store.ts'

export type Reader = LinkCtx['actor']
export type MessageLinks = Omit<LinkCtx, 'actor'>

const nobody: ReadonlySet<number> = new Set()

/**
 * As this reader sees it: links are personal, the temporary id is only sent to the sender, and words and reactions of people who
 * are `hidden` from the reader are left out.
 */
export function showMessage(
  row: MessageRow,
  reader: Reader,
  links: MessageLinks,
  hidden: ReadonlySet<number> = nobody,
): ChatMessage {
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
    ...(row.replyTo && row.redactedAt === null && { reply_to: showQuote(row.replyTo, hidden) }),
    ...(row.version > 0 && showChanges(row, hidden)),
  }
}

const QUOTE_LETTERS = 160

function showQuote({ id, senderId, text, kind }: QuotedRow, hidden: ReadonlySet<number>): Quote {
  if (kind === 'gone' || hidden.has(senderId ?? 0)) return { msg_id: id, user_id: null, message: '', kind: 'gone' }
  const line = kind === 'text' ? plainOf(text).replaceAll(/\s+/g, ' ').trim().slice(0, QUOTE_LETTERS).toWellFormed() : ''
  return { msg_id: id, user_id: senderId, message: line, kind }
}

function showChanges(
  { version, editedAt, deletedAt, redactedAt, reactions }: MessageRow,
  hidden: ReadonlySet<number>,
): Partial<ChatMessage> {
  const given = redactedAt === null ? reactions.filter(({ personId }) => !hidden.has(personId)) : []
  const byEmoji = Map.groupBy(given, ({ emoji }) => emoji)
  return {
    version,
    ...(deletedAt && { is_deleted: true }),
    ...(editedAt && redactedAt === null && { edited_on: editedAt.toISOString() }),
    ...(given.length > 0 && {
      reactions: Array.from(byEmoji, ([emoji, each]) => ({ emoji, user_ids: each.map(({ personId }) => personId) })),
    }),
  }
}

/** Whether all readers who neither wrote it nor are mentioned in it see the same. */
export const looksSameToAll = ({ file }: MessageRow): boolean => file === null
