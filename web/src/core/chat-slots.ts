import type { Channel } from '@saathi/contract/chat/entities'
import type { ComponentType } from 'react'
import { lazySlots } from './lazy-slots.ts'

/** What video brings into chat, which comes before it and knows nothing of it. */
export type ChatParts = {
  button: ComponentType<{ channel: Channel }>
  call: ComponentType<{ channel: Channel; name: string }>
  /** `room`: the one that the address names. */
  section: ComponentType<{ room: string | null }>
  history: ComponentType<{ channel: number }>
  rating: ComponentType
}

const parts = lazySlots<ChatParts>()

export const addChatPart = parts.add
export const fetchLostChatParts = parts.fetchLost
export const useChatPart = parts.usePart
