/** The layout and the not-found page, loaded separately, like the domains' own pages. */
export const insideLayout = () => import('./inside-layout.tsx')
export const consoleLayout = async () => (await import('#staff/public.ts')).loadConsole()
export const notFound = () => import('./not-found-page.tsx')

/** In this chunk, so that it loads with the first page and not with the sign-in page. */
export { restoreSession } from '#core/offline/restore-session.ts'
