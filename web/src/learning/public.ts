export { BookmarkButton } from './bookmark-button.tsx'
export { type BookmarkArea, onBookmarkChanged } from './bookmark-queries.ts'
export { CutTitle } from './cut-title.tsx'
export { isCompleting } from './session-cache.ts'
export { fromWithin } from './session-address.ts'
export { SessionCard, titleOf } from './session-card.tsx'
export { SessionFrame } from './session-frame.tsx'
export { SessionSkeleton } from './session-skeleton.tsx'
export { completedCount, twoDigits, unlockOf } from './unlock.ts'
export { registerMentorshipPatch } from './patch-session.ts'

/** The outbox senders; a separate chunk, so that cards do not pull it in. */
export const loadSenders = async () => (await import('./kinds.ts')).learningKinds
/** Registers the check for unsent quiz drafts. */
export const loadUnsent = () => import('./unsent.ts')
