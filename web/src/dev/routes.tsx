import type { DomainRoute } from '#core/domain-route.ts'

const pages = async () => (await import('./screens.ts')).dev()

/** Never linked from the app; in production their calls do not exist. */
export const devRoutes: readonly DomainRoute[] = [
  { path: '/dev', access: 'always', load: async () => (await pages()).AccountsPage },
  { path: '/dev/mailbox', access: 'always', load: async () => (await pages()).MailPage },
  { path: '/dev/timemachine', access: 'always', load: async () => (await pages()).ClockPage },
  { path: '/dev/matching', access: 'always', load: async () => (await pages()).MatchPage },
  { path: '/dev/safety-drill', access: 'always', load: async () => (await pages()).DrillPage },
  { path: '/dev/ui', access: 'always', load: async () => (await pages()).KitWithDomains },
]
