/** The scripts behind this room's addresses, apart from them: whoever signs in need not carry the name of every script. */
export const home = () => import('./home-pages.ts')
export const session = () => import('./session-pages.ts')
