export { GoLink } from './go-link.tsx'

/** For the hub's home page; separate, so that the first content there does not wait for it. */
export const loadFeedSection = async () => (await import('./feed-section.tsx')).FeedSection

/** Loads what the outbox needs to send likes. */
export const loadSenders = async () => [(await import('./like-queries.ts')).likeKind]

/** The component of a post, for the authors' preview. */
export const loadPost = () => import('./previewed-post.tsx')
