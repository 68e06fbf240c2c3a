/** Separate from routes.tsx, so that the first script does not contain the names of all chunks. */
export const surveys = () => import('./surveys-pages.ts')
export const readiness = () => import('./wrs/page.tsx')
