/** What stands round every page of whoever is in, and the pages that are not there yet; apart, as the rooms' own are. */
export const insideLayout = () => import('./inside-layout.tsx')
export const notFound = () => import('./not-found-page.tsx')
export const comingSoon = () => import('./coming-soon-page.tsx')
