/** The pages to and from a provider. */
export { CallbackPage } from './callback-page.tsx'
export { ConnectPage } from './connect-page.tsx'
