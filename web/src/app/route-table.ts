import { accountsRoutes } from '#accounts/routes.tsx'
import { calendarRoutes } from '#calendar/routes.tsx'
import { chatRoutes } from '#chat/routes.tsx'
import { contentRoutes } from '#content/routes.tsx'
import { devRoutes } from '#dev/routes.tsx'
import { feedRoutes } from '#feed/routes.tsx'
import { learningRoutes } from '#learning/routes.tsx'
import { mentorshipRoutes } from '#mentorship/routes.tsx'
import { safetyRoutes } from '#safety/routes.tsx'
import { staffRoutes } from '#staff/routes.tsx'
import { surveysRoutes } from '#surveys/routes.tsx'
import { videoRoutes } from '#video/routes.tsx'
import type { DomainRoute } from '#core/domain-route.ts'

/** Every screen of the product. */
export const routeTable: readonly DomainRoute[] = [
  ...accountsRoutes,
  ...contentRoutes,
  ...feedRoutes,
  ...learningRoutes,
  ...surveysRoutes,
  ...mentorshipRoutes,
  ...calendarRoutes,
  ...chatRoutes,
  ...videoRoutes,
  ...safetyRoutes,
  ...staffRoutes,
  ...devRoutes,
]
