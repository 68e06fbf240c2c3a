import type { Member, Mentorship } from '@saathi/contract/mentorship/entities'
import type { ComponentType } from 'react'
import { lazySlots } from './lazy.ts'

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

const slots = lazySlots<HomeSlots>()

/** Domains above mentorship add their components to its home page, which may not import them. */
export const addHomeSlot = slots.add
export const retryHomeSlots = slots.fetchLost
export const useHomeSlot = slots.usePart
