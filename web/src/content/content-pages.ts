/** One chunk, because these pages link to each other and the first script then has one entry for all of them. */
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
