export { BookmarkButton } from './cards/bookmark-button.tsx'
export { type BookmarkArea, onBookmarkChanged } from './cards/bookmark-queries.ts'
export { CutTitle } from './cards/session-card.tsx'
export { isCompleting } from './session/cache.ts'
export { fromWithin } from './session/address.ts'
export { SessionCard, titleOf } from './cards/session-card.tsx'
export { SessionFrame } from './cards/session-card.tsx'
export { SessionSkeleton } from './cards/session-card.tsx'
export { completedCount, searchText, twoDigits, unlockOf } from './unlock.ts'
export { registerMentorshipPatch } from './session/cache.ts'

/** The outbox senders; a separate chunk, so that a card does not load them. */
export const loadSenders = async () => (await import('./kinds.ts')).learningKinds

/** The component of a step, for the authors' preview. It is loaded with the session pages, so that they are not split further. */
export const loadPlayer = async () => (await import('./screens.ts')).session()
