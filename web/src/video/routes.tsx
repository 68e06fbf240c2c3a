import type { DomainRoute } from '#core/domain-route.ts'

export const videoRoutes: readonly DomainRoute[] = [
  {
    path: '/video/call/$channelId',
    access: 'protected',
    load: async () => (await (await import('./screens.ts')).previewPage()).PreviewPage,
  },
  {
    path: '/video/join-meeting/$roomId',
    access: 'protected',
    load: async () => (await (await import('./screens.ts')).joinPage()).JoinPage,
  },
]
