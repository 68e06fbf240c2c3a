/** Lazy scripts, separate from the routes so that the sign-in page does not load every script name. */
export const chat = () => import('./chat-pages.ts')
export const widget = () => import('./messenger/widget.tsx')
