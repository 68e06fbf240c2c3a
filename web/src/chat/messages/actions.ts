import { createContext } from 'react'
import type { ShownMessage } from '../cache.ts'

/** A jump to a quoted message. `times` counts repeated jumps to the same message. */
export type Jump = { id: number; times: number }

/** `react`: only the reactions. */
export type MenuView = 'all' | 'react'

/** The actions on messages of the open conversation. Stable, because bubbles are memoized. */
export type MessageActions = {
  onMenu: (message: ShownMessage, anchor: HTMLElement, view: MenuView) => void
  onReply: (message: ShownMessage) => void
  onReact: (message: ShownMessage, emoji: string) => void
  /** Shows who has seen the message. */
  onSeenBy: (messageId: number) => void
  /** Jumps to the quoted message. */
  onQuote: (messageId: number) => void
}
/** Null where messages are only shown. */
export const MessageActionsContext = createContext<MessageActions | null>(null)
