export { redirectSection } from './chat-address.ts'
export { MessengerPage } from './messenger/page.tsx'
