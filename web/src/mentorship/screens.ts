/** Separate from routes.tsx, so that the first script does not contain the names of all chunks. */
export const home = () => import('./home/page.tsx')
export const partner = () => import('./partner/page.tsx')
export const session = () => import('./session-pages.ts')
export const farewell = () => import('./farewell/page.tsx')
