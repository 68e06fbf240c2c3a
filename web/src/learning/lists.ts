import { bookmark, clock, grid, sparkle } from '#core/ui/icons.ts'
import type { ListName } from './cache.ts'

/** The four lists with their own page, in the order of the side menu. */
export const shownLists = ['all', 'curated', 'ongoing', 'bookmarked'] as const satisfies readonly ListName[]
export type ShownList = (typeof shownLists)[number]

export const listPages = {
  all: { to: '/learninghub/allsession', icon: grid },
  curated: { to: '/learninghub/curatedsession', icon: sparkle },
  ongoing: { to: '/learninghub/ongoingsessions', icon: clock },
  bookmarked: { to: '/learninghub/bookmarkedsessions', icon: bookmark },
} as const
