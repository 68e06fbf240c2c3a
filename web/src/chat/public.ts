/** On every page while chat is enabled: the socket, the count in the menu, and the widget of the learning hub. */
export { ChatSlot } from './messenger/slot.tsx'
/** For the outbox. */
export { messageKind } from './write/sending.ts'
export { type Invite, onInvite } from './invites.ts'
