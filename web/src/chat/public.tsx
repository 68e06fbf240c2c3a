/** For pages about people. Separate from public.ts, so that these pages do not load the socket and the widget. */
export { ContactButtons } from './contact-buttons.tsx'
