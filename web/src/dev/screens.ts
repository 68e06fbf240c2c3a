/** In a separate chunk, so that the sign-in page does not carry the name of every script. */
export const dev = () => import('./dev-pages.ts')
