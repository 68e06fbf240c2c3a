import type { Member, Mentorship } from '@saathi/contract/mentorship/entities'
import type { ComponentType } from 'react'
import { lazySlots } from './lazy-slots.ts'

/** `mentorship` is the one that the home shows, `active` are all that go on. */
export type HomePartProps = { mentorship: Mentorship; active: readonly Mentorship[] }
export type HomePart = ComponentType<HomePartProps>

/** `member` null: everybody in the mentorship. */
export type ContactProps = { mentorship: number; member: Member | null; isSmall?: boolean | undefined }

type HomeParts = {
  /** The card of the days. */
  days: HomePart
  /** What lies over the home when the address says so. */
  over: HomePart
  /** What stands in its place while somebody is looked for. */
  matching: ComponentType
  /** At its head, for who walks with somebody and waits for another. */
  matchingNote: ComponentType
  /** How one writes to somebody in it, and calls them. */
  contact: ComponentType<ContactProps>
}

const parts = lazySlots<HomeParts>()

/** Rooms that come after mentorship bring their own part to its home, which knows none of them. */
export const addHomePart = parts.add
export const fetchLostParts = parts.fetchLost
export const useHomePart = parts.usePart
