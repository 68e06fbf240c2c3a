import type { Channel } from '@saathi/contract/chat/entities'
import type { Member, Mentorship } from '@saathi/contract/mentorship/entities'
import { useEffect, useSyncExternalStore, type ComponentType, lazy } from 'react'
import { onConnectionChanged } from './connection.ts'
import { createEvent } from './store.ts'

/** `isLost`: the script failed to load and no retry has succeeded yet. */
export type SlotState<Part> = { Part: Part | null; isLost: boolean; isLoading: boolean }
type Slot<Part> = { load: () => Promise<Part>; state: SlotState<Part> }

const emptySlot = { Part: null, isLost: false, isLoading: false }

/**
 * Slots of one domain that higher domains fill with components. The domain does not import them; each is loaded when first used.
 */
export function lazySlots<Parts extends object>() {
  const parts: { [Name in keyof Parts]?: Slot<Parts[Name]> } = {}
  const changed = createEvent()

  async function fetchPart(name: keyof Parts): Promise<void> {
    const slot = parts[name]
    if (!slot || slot.state.Part || slot.state.isLoading) return
    const update = (state: Partial<SlotState<Parts[keyof Parts]>>) => {
      slot.state = { ...slot.state, ...state }
      changed.emit()
    }
    update({ isLoading: true })
    try {
      update({ Part: await slot.load(), isLost: false, isLoading: false })
    } catch {
      update({ isLost: true, isLoading: false })
    }
  }

  return {
    add<Name extends keyof Parts>(name: Name, load: () => Promise<Parts[Name]>): void {
      parts[name] = { load, state: emptySlot }
    },

    /** Retries all that failed to load. */
    fetchLost(): void {
      for (const name in parts) void fetchPart(name)
    },

    /** A failed load is retried on each mount and on each change of the connection. */
    usePart<Name extends keyof Parts>(name: Name): SlotState<Parts[Name]> {
      useEffect(() => {
        const load = () => void fetchPart(name)
        load()
        return onConnectionChanged(load)
      }, [name])
      return useSyncExternalStore(changed.on, () => parts[name]?.state ?? emptySlot)
    },
  }
}

/** `mentorship` is the one shown on the home page; `active` are all ongoing ones. */
export type HomeSlotProps = { mentorship: Mentorship; active: readonly Mentorship[] }
export type HomeSlot = ComponentType<HomeSlotProps>

/** `member` null: everyone in the mentorship. */
export type ContactProps = { mentorship: number; member: Member | null; isSmall?: boolean | undefined }

type HomeSlots = {
  /** The card with the upcoming days. */
  days: HomeSlot
  /** Overlay on the home page, opened by the URL. */
  over: HomeSlot
  /** Replaces the home page while a match is being searched. */
  matching: ComponentType
  /** Note at the top for a person in a mentorship who is waiting for another match. */
  matchingNote: ComponentType
  /** Buttons to message or call a member. */
  contact: ComponentType<ContactProps>
}

const homeSlots = lazySlots<HomeSlots>()

/** Domains above mentorship add their components to its home page, which may not import them. */
export const addHomeSlot = homeSlots.add
export const retryHomeSlots = homeSlots.fetchLost
export const useHomeSlot = homeSlots.usePart

/** Components that video adds to chat. Chat may not import video. */
type ChatSlots = {
  button: ComponentType<{ channel: Channel }>
  call: ComponentType<{ channel: Channel; name: string }>
  /** `room`: the room id from the URL. */
  section: ComponentType<{ room: string | null }>
  /** The card of a call, shown in place of its message. */
  card: ComponentType<{ channel: Channel; room: string; startedAt: string }>
  history: ComponentType<{ channel: number }>
  rating: ComponentType
}

const chatSlots = lazySlots<ChatSlots>()

export const addChatSlot = chatSlots.add
export const retryChatSlots = chatSlots.fetchLost
export const useChatSlot = chatSlots.usePart

/** `side`: small cards in the side column on wide screens. */
type Place = 'main' | 'side'
type ProfileSlot = { name: string; place: Place; Part: ComponentType }
const profileParts: ProfileSlot[] = []

/** Domains above accounts add their card to the profile page, which may not import them. */
export function addProfileSlot(name: string, place: Place, load: () => Promise<ComponentType>): void {
  profileParts.push({ name, place, Part: lazy(async () => ({ default: await load() })) })
}

export const profileSlots = (): readonly ProfileSlot[] => profileParts
