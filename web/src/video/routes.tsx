import type { RoomRoute } from '#core/router/room-route.ts'

export const videoRoutes: readonly RoomRoute[] = [
  {
    path: '/video/join-meeting/$roomId',
    access: 'protected',
    load: async () => (await (await import('./screens.ts')).joinPage()).JoinPage,
  },
]
