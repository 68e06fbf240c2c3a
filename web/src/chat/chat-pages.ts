export { leadFromSection } from './chat-address.ts'
export { MessengerPage } from './messenger-page.tsx'
