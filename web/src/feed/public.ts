export { GoLink } from './go-link.tsx'

/** For the hub's home page; separate, so that the first content there does not wait for it. */
export const loadFeedSection = async () => (await import('./feed-section.tsx')).FeedSection

/** For the outbox. */
export const loadSenders = async () => [(await import('./like-queries.ts')).likeKind]

/** What draws a post, for the preview of authors. */
export const loadPost = () => import('./previewed-post.tsx')
