/** The frame of the console, loaded on its pages only. */
export const loadConsole = () => import('./console-layout.tsx')

/** How contacts that were noted offline are sent. */
export const loadSenders = async () => [(await import('./today/queries.ts')).contactKind]
