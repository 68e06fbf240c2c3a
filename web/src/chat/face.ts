/** Round every page while chat is in use: the line, the number in the menu, and the widget of the learning hub. */
export { ChatBeside } from './chat-beside.tsx'
export { type Invite, onInvite } from './invites.ts'
/** For the pages of the people one is together with. */
export const loadContactButtons = async () => (await import('./contact-buttons.tsx')).ContactButtons
