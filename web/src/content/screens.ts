/** The lazy script of this domain's routes, in a separate file so that the first script does not list every chunk. */
export const content = () => import('./content-pages.ts')
