/** Lazy imports for the route table, in a separate file so that the initial script does not contain the chunk names. */
export const previewPage = () => import('./preview/page.tsx')
export const joinPage = () => import('./join/page.tsx')
