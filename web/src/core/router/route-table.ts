import { accountsRoutes } from '#accounts/routes.tsx'
import { calendarRoutes } from '#calendar/routes.tsx'
import { chatRoutes } from '#chat/routes.tsx'
import { contentRoutes } from '#content/routes.tsx'
import { devRoutes } from '#dev/routes.tsx'
import { feedRoutes } from '#feed/routes.tsx'
import { learningRoutes } from '#learning/routes.tsx'
import { mentorshipRoutes } from '#mentorship/routes.tsx'
import { surveysRoutes } from '#surveys/routes.tsx'
import { comingSoonRoutes } from '../coming-soon-routes.ts'
import type { RoomRoute } from './room-route.ts'

const comingSoon = comingSoonRoutes.map(({ path, access }): RoomRoute => ({
  path,
  access,
  load: async () => {
    const pages = await (await import('./screens.ts')).comingSoon()
    return access === 'protected' ? pages.ComingSoonInside : pages.ComingSoonOutside
  },
}))

/** Every screen of the product. */
export const routeTable: readonly RoomRoute[] = [
  ...accountsRoutes,
  ...contentRoutes,
  ...feedRoutes,
  ...learningRoutes,
  ...surveysRoutes,
  ...mentorshipRoutes,
  ...calendarRoutes,
  ...chatRoutes,
  ...devRoutes,
  ...comingSoon,
]
