/** The home and the partner's profile. */
export { MentorshipPage } from './home/page.tsx'
export { PartnerPage } from './partner/page.tsx'
