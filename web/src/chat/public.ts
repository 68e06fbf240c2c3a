/** Round every page while chat is in use: the line, the number in the menu, and the widget of the learning hub. */
export { ChatSlot } from './chat-slot.tsx'
export { type Invite, onInvite } from './invites.ts'
