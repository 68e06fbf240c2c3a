/** Lazy page imports, separate from the routes so that the sign-in page does not carry the name of every chunk. */
export const home = () => import('./home-page.tsx')
export const people = () => import('./people/list-page.tsx')
export const person = () => import('./people/person-page.tsx')
export const screening = () => import('./screening/page.tsx')
export const helpList = () => import('./help/list-page.tsx')
export const helpCase = () => import('./help/case-page.tsx')
export const audit = () => import('./audit/page.tsx')
export const team = () => import('./team/page.tsx')
