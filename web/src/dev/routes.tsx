import type { RoomRoute } from '#core/router/room-route.ts'

// One import for all of them: each of its own would weigh on the sign-in page.
const pages = () => import('./dev-pages.ts')

/** Never linked from the product; in production their calls do not exist. */
export const devRoutes: readonly RoomRoute[] = [
  { path: '/dev', access: 'always', load: async () => (await pages()).AccountsPage },
  { path: '/dev/mailbox', access: 'always', load: async () => (await pages()).MailPage },
  { path: '/dev/timemachine', access: 'always', load: async () => (await pages()).ClockPage },
  { path: '/dev/staff', access: 'always', load: async () => (await pages()).StaffPage },
  { path: '/dev/ui', access: 'always', load: async () => (await pages()).KitWithRooms },
]
