/** The way to a provider and the way back. */
export { CallbackPage } from './callback-page.tsx'
export { ConnectPage } from './connect-page.tsx'
