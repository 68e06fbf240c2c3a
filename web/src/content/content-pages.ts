/** These pages link to each other, and as one chunk they need a single entry in the first script. */
export { FaqPage } from './faq-page.tsx'
export {
  CodeOfConduct,
  PrivacyPolicy,
  PublicCodeOfConduct,
  PublicPrivacyPolicy,
  PublicTermsOfService,
  TermsOfService,
} from './legal-pages.tsx'
export { MoreInfoPage } from './more-info-page.tsx'
