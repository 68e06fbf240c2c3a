export { BookmarkButton } from './bookmark-button.tsx'
export { type BookmarkPlace, onBookmarkChanged } from './bookmark-queries.ts'
export { CutTitle } from './cut-title.tsx'
export { isCompleting } from './held.ts'
export { fromWithin } from './session-address.ts'
export { SessionCard, titleOf } from './session-card.tsx'
export { SessionFrame } from './session-frame.tsx'
export { SessionSkeleton } from './session-skeleton.tsx'
export { completedCount, twoDigits, unlockOf } from './unlock.ts'
export { bringWalks } from './walks.ts'

/** For what waits to be sent; apart, so that a card does not carry it. */
export const loadSenders = async () => (await import('./kinds.ts')).learningKinds
/** Says what is begun and not sent. */
export const loadUnsent = () => import('./unsent.ts')
