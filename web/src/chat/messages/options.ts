import type { Channel } from '@saathi/contract/chat/entities'
import { changeTimeLeft } from '@saathi/contract/chat/gestures'
import { MINUTE_MS } from '@saathi/contract/core/time'
import { readAttachments } from '../attachments/read.ts'
import { isRedacted, type ShownMessage } from '../cache.ts'
import { memberOf } from '../names.ts'

export type MessageOptions = {
  canReact: boolean
  canReply: boolean
  canCopy: boolean
  canLink: boolean
  canEdit: boolean
  canDelete: boolean
  canReport: boolean
  /** Whether the reader can see who has read it. */
  canInspect: boolean
  /** Minutes left for editing and deleting. */
  minutesLeft: number
}

/** What a reader can do with a message; null if nothing. The server decides again. */
export function optionsFor(channel: Channel, message: ShownMessage, me: number, now: number): MessageOptions | null {
  if (message.room || isRedacted(message)) return null
  const isMine = message.user_id === me
  const isAssistant = channel.kind === 'assistant'
  const isOpen = channel.closed === null && !isAssistant && !message.isWaiting
  const left = isMine && isOpen && !message.is_broadcast_message ? changeTimeLeft(new Date(message.created_on), new Date(now)) : 0
  // Neither a GIF of the search nor the preview of a link has a size.
  const hasFile = readAttachments(message.attachments).some(({ size }) => size !== null)
  return {
    canReact: isOpen,
    // A broadcast has no reply control.
    canReply: isOpen && !message.is_broadcast_message,
    canCopy: message.message !== '',
    canLink: !isAssistant,
    canEdit: left > 0 && message.message !== '',
    // Files sent cannot be deleted.
    canDelete: left > 0 && !hasFile,
    canReport: !isMine,
    canInspect: isMine && !isAssistant && !message.isWaiting,
    minutesLeft: Math.ceil(left / MINUTE_MS),
  }
}

/** The report of a message, with the person who can be blocked; neither the team nor the assistant can be. */
export function reportOf(channel: Channel, message: ShownMessage) {
  const who = memberOf(channel, message.user_id)
  const isBot = who?.role === 'ai_assistant'
  const isFile = message.message === '' && readAttachments(message.attachments).length > 0
  const thing = { kind: isBot ? 'answer' : isFile ? 'file' : 'message', id: String(message.msg_id) } as const
  const about = who && !isBot && !who.isPairManager ? { personId: who.userId, name: who.userFullName } : null
  return { thing, about }
}
