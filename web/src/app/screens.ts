/** The layout and the not-found page, loaded separately, like the domains' own pages. */
export const insideLayout = () => import('./inside-layout.tsx')
export const consoleLayout = async () => (await import('#staff/public.ts')).loadConsole()
export const notFound = () => import('./not-found-page.tsx')

/** Once loaded, this stores what the person's pages show, for use without a connection. */
export const offline = () => import('#core/offline/restore-session.ts')
