import type { RoomRoute } from '#core/router/room-route.ts'

const chat = async () => (await import('./screens.ts')).chat()

const messenger: Omit<RoomRoute, 'path'> = {
  access: 'protected',
  load: async () => (await chat()).MessengerPage,
  leadElsewhere: async (visit) => (await chat()).leadFromSection(visit),
}

export const chatRoutes: readonly RoomRoute[] = [
  { path: '/chat', ...messenger },
  { path: '/chat/messenger', ...messenger },
]
