import type { DomainRoute } from '#core/domain-route.ts'

const pages = async () => (await import('./screens.ts')).content()

export const contentRoutes: readonly DomainRoute[] = [
  { path: '/privacypolicy', access: 'always', load: async () => (await pages()).PublicPrivacyPolicy },
  { path: '/termsofservice', access: 'always', load: async () => (await pages()).PublicTermsOfService },
  { path: '/codeofconduct', access: 'always', load: async () => (await pages()).PublicCodeOfConduct },
  { path: '/moreinfo', access: 'protected', load: async () => (await pages()).MoreInfoPage },
  { path: '/moreinfo/faq', access: 'protected', load: async () => (await pages()).FaqPage },
  { path: '/moreinfo/privacyPolicy', access: 'protected', load: async () => (await pages()).PrivacyPolicy },
  { path: '/moreinfo/termsOfService', access: 'protected', load: async () => (await pages()).TermsOfService },
  { path: '/moreinfo/codeofconduct', access: 'protected', load: async () => (await pages()).CodeOfConduct },
]
