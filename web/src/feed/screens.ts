/** Lazy page imports, separate from the routes so that the sign-in page does not carry the name of every chunk. */
export const feed = () => import('./feed-page.tsx')
