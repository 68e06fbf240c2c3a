/** The script behind this room's address, apart from it; what it brings to other rooms is named in its face, which comes later. */
export const joinPage = () => import('./join-page.tsx')
