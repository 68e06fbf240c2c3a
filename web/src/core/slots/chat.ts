import type { Channel } from '@saathi/contract/chat/entities'
import type { ComponentType } from 'react'
import { lazySlots } from './lazy.ts'

/** Components that video adds to chat. Chat may not import video. */
export type ChatSlots = {
  button: ComponentType<{ channel: Channel }>
  call: ComponentType<{ channel: Channel; name: string }>
  /** `room`: the room id from the URL. */
  section: ComponentType<{ room: string | null }>
  history: ComponentType<{ channel: number }>
  rating: ComponentType
}

const slots = lazySlots<ChatSlots>()

export const addChatSlot = slots.add
export const retryChatSlots = slots.fetchLost
export const useChatSlot = slots.usePart
