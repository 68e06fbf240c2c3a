/** For the pages of the people one is together with. Apart from public.ts, so that these pages do not wait for the line and the widget. */
export { ContactButtons } from './contact-buttons.tsx'
