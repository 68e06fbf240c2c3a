/** Lazy scripts, separate from the routes so that the sign-in page does not load every script name. */
export const chat = () => import('./chat-pages.ts')
export const emojis = () => import('./emoji-picker.tsx')
export const gifs = () => import('./gif-picker.tsx')
export const rating = () => import('./rating-dialog.tsx')
export const picture = () => import('./picture-preview.tsx')
export const widget = () => import('./chat-widget.tsx')
export const conversation = () => import('./open-channel.tsx')
