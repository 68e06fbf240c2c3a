import { accountsRoutes } from '#accounts/routes.tsx'
import { devRoutes } from '#dev/routes.tsx'
import { learningRoutes } from '#learning/routes.tsx'
import { comingSoonRoutes } from '../coming-soon-routes.ts'
import type { RoomRoute } from './room-route.ts'

const comingSoon = comingSoonRoutes.map(({ path, access }): RoomRoute => ({
  path,
  access,
  load: async () => {
    const pages = await import('./coming-soon-page.tsx')
    return access === 'protected' ? pages.ComingSoonInside : pages.ComingSoonOutside
  },
}))

/** Every screen of the product. */
export const routeTable: readonly RoomRoute[] = [...accountsRoutes, ...learningRoutes, ...devRoutes, ...comingSoon]
