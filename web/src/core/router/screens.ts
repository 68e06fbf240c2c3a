/** What stands round every page of whoever is in, and what stands where there is none; apart, as the rooms' own are. */
export const insideLayout = () => import('./inside-layout.tsx')
export const notFound = () => import('./not-found-page.tsx')

/** In this script too, so that it is there with the first page, and not on the sign-in page. */
export { comeBack } from '../offline/come-back.ts'
