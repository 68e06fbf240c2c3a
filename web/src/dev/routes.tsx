import type { RoomRoute } from '#core/router/room-route.ts'

/** Never linked from the product; in production their calls do not exist. */
export const devRoutes: readonly RoomRoute[] = [
  { path: '/dev', access: 'public', load: async () => (await import('./accounts-page.tsx')).AccountsPage },
  { path: '/dev/mailbox', access: 'public', load: async () => (await import('./mail-page.tsx')).MailPage },
  { path: '/dev/timemachine', access: 'public', load: async () => (await import('./clock-page.tsx')).ClockPage },
  { path: '/dev/ui', access: 'public', load: async () => (await import('#core/ui/kit-page.tsx')).KitPage },
]
