import { accountsRoutes } from '#accounts/routes.tsx'
import { contentRoutes } from '#content/routes.tsx'
import { devRoutes } from '#dev/routes.tsx'
import { feedRoutes } from '#feed/routes.tsx'
import { learningRoutes } from '#learning/routes.tsx'
import { mentorshipRoutes } from '#mentorship/routes.tsx'
import { surveysRoutes } from '#surveys/routes.tsx'
import { comingSoonRoutes } from '../coming-soon-routes.ts'
import { addProfilePart } from '../profile-parts.ts'
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
export const routeTable: readonly RoomRoute[] = [
  ...accountsRoutes,
  ...contentRoutes,
  ...feedRoutes,
  ...learningRoutes,
  ...surveysRoutes,
  ...mentorshipRoutes,
  ...devRoutes,
  ...comingSoon,
]

/** What rooms put round every page of whoever is signed in, each fetched when it is first needed. */
export const besides = {
  bell: async () => (await import('#notices/face.ts')).NoticesBell,
  help: async () => (await import('#help/face.ts')).HelpWidget,
  termsGate: async () => (await import('#accounts/face.ts')).TermsGate,
}

addProfilePart('notices', async () => (await import('#notices/face.ts')).loadNoticeChoices())
