import type { DomainRoute } from '#core/domain-route.ts'

const pages = async () => (await import('./screens.ts')).feed()

export const feedRoutes: readonly DomainRoute[] = [
  { path: '/feed', access: 'protected', load: async () => (await pages()).FeedPage },
]
