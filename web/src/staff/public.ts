/** The frame of the console, loaded on its pages only. */
export const loadConsole = () => import('./console-layout.tsx')
export { loadSenders } from './senders.ts'
