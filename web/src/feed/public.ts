export { GoLink } from './go-link.tsx'

/** For the hub's home; apart, so that the first things there do not wait for it. */
export const loadFeedSection = async () => (await import('./feed-section.tsx')).FeedSection

/** For what waits to be sent. */
export const loadSenders = async () => [(await import('./like-queries.ts')).likeKind]
