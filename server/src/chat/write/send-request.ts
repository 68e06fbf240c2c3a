import type { MessageRow } from '../message-store.ts'

/** A validated message to be written. */
export type SendRequest = {
  channelId: number
  senderId: number
  /** Repeated requests with the same id create only one message; null if the sender never retries. */
  tempId: string | null
  text: string
  fileId?: string | null
  extra?: object | null
  /** Members must follow the rules of the channel; the product itself may write in every channel. */
  by: 'member' | 'assistant' | 'broadcast'
  mayRetry?: boolean
  room?: MessageRow['room']
  /** The message that this one replies to. */
  replyToId?: number | null
  /** The sender was warned about contact data, and sends it anyway. */
  isConfirmed?: boolean
  /** The team has reviewed the message and released it. */
  isReleased?: boolean
}
