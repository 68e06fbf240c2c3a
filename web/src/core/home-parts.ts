import type { Mentorship } from '@saathi/contract/mentorship/entities'
import type { ComponentType } from 'react'
import { lateParts } from './late-parts.ts'

/** `mentorship` is the one that the home shows, `active` are all that go on. */
export type HomePartProps = { mentorship: Mentorship; active: readonly Mentorship[] }
export type HomePart = ComponentType<HomePartProps>

/** `days`: the card of the days. `over`: what lies over the home when the address says so. */
const parts = lateParts<{ days: HomePart; over: HomePart }>()

/** Rooms that come after mentorship bring their own part to its home, which knows none of them. */
export const addHomePart = parts.add
export const fetchLostParts = parts.fetchLost
export const useHomePart = parts.usePart
