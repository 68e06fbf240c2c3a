import type { MessageRow } from '../message-store.ts'

/** A validated message to be written. */
export type SendRequest = {
  channelId: number
  senderId: number
  /** A message sent again with the same id is the same message; null if it is never sent again. */
  tempId: string | null
  text: string
  fileId?: string | null
  extra?: object | null
  /** Members must follow the rules of the channel; the product itself may write in every channel. */
  by: 'member' | 'assistant' | 'broadcast'
  mayRetry?: boolean
  room?: MessageRow['room']
  /** The message it answers. */
  replyToId?: number | null
  /** The sender was warned about contact data, and sends it anyway. */
  isConfirmed?: boolean
  /** The team has looked at it. */
  isReleased?: boolean
}
