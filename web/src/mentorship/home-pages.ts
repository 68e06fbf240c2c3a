/** The home and the person it is walked with. */
export { MentorshipPage } from './home-page.tsx'
export { PartnerPage } from './partner-page.tsx'
