import type { RoomRoute } from '#core/router/room-route.ts'

const pages = async () => (await import('./screens.ts')).feed()

export const feedRoutes: readonly RoomRoute[] = [
  { path: '/feed', access: 'protected', load: async () => (await pages()).FeedPage },
]
