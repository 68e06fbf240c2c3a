import type { DomainRoute } from '#core/domain-route.ts'

export const videoRoutes: readonly DomainRoute[] = [
  {
    path: '/video/join-meeting/$roomId',
    access: 'protected',
    load: async () => (await (await import('./screens.ts')).joinPage()).JoinPage,
  },
]
