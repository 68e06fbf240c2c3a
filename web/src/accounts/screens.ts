/** The scripts behind this room's addresses, apart from them: whoever signs in need not carry the name of every script. */
export const profile = () => import('./profile-page.tsx')
