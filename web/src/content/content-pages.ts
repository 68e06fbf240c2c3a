/** These pages link to each other, and as one chunk they need a single entry in the first script. */
export { FaqPage } from './faq-page.tsx'
export { CodeOfConduct, PrivacyPolicy, TermsOfService } from './legal-page.tsx'
export { MoreInfoPage } from './more-info-page.tsx'
export { PublicCodeOfConduct, PublicPrivacyPolicy, PublicTermsOfService } from './public-legal-page.tsx'
