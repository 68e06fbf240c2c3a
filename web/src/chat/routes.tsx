import type { DomainRoute } from '#core/domain-route.ts'

const chat = async () => (await import('./screens.ts')).chat()

const messenger: Omit<DomainRoute, 'path'> = {
  access: 'protected',
  load: async () => (await chat()).MessengerPage,
  redirectTo: async (visit) => (await chat()).redirectSection(visit),
}

export const chatRoutes: readonly DomainRoute[] = [
  { path: '/chat', ...messenger },
  { path: '/chat/messenger', ...messenger },
]
