import type { RoomRoute } from '#core/router/room-route.ts'

export const feedRoutes: readonly RoomRoute[] = [
  { path: '/feed', access: 'protected', load: async () => (await import('./feed-pages.ts')).FeedPage },
]
