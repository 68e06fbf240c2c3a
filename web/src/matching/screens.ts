/** The script that comes only when somebody asks for it, apart from the screen. */
export const history = () => import('./history-dialog.tsx')
