/** A separate script, loaded on demand. */
export const history = () => import('./history/dialog.tsx')
