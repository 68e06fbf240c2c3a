import type { RoomRoute } from '#core/router/room-route.ts'

const pages = () => import('./surveys-pages.ts')

export const surveysRoutes: readonly RoomRoute[] = [
  { path: '/surveylisting', access: 'protected', load: async () => (await pages()).AllSurveysPage },
  { path: '/surveylisting/pendingsurveys', access: 'protected', load: async () => (await pages()).PendingSurveysPage },
  { path: '/surveylisting/completedsurveys', access: 'protected', load: async () => (await pages()).CompletedSurveysPage },
  { path: '/survey', access: 'protected', load: async () => (await pages()).SurveyPage },
  { path: '/moreinfo/wrs', access: 'protected', load: async () => (await import('./wrs-page.tsx')).WrsPage },
  { path: '/stage', access: 'protected', load: async () => (await pages()).StagePage },
]
