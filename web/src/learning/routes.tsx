import type { RoomRoute } from '#core/router/room-route.ts'

const lists = () => import('./list-page.tsx')

export const learningRoutes: readonly RoomRoute[] = [
  { path: '/learninghub', access: 'protected', load: async () => (await import('./hub-page.tsx')).HubPage },
  { path: '/learninghub/allsession', access: 'protected', load: async () => (await lists()).AllSessionsPage },
  { path: '/learninghub/curatedsession', access: 'protected', load: async () => (await lists()).CuratedSessionsPage },
  { path: '/learninghub/ongoingsessions', access: 'protected', load: async () => (await lists()).OngoingSessionsPage },
  { path: '/learninghub/bookmarkedsessions', access: 'protected', load: async () => (await lists()).BookmarkedSessionsPage },
]
