/** The scripts behind this room's addresses, apart from them: whoever signs in need not carry the name of every script. */
export const connect = () => import('./connect-pages.ts')
export const modal = () => import('./calendar-modal.tsx')
