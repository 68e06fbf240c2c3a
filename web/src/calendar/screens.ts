/** Lazy imports for the route table, in a separate file so that the initial script does not contain the chunk names. */
export const connect = () => import('./sync/connect-pages.tsx')
export const time = () => import('./time/page.tsx')
export const modal = () => import('./view/modal.tsx')
