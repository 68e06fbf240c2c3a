import type { DomainRoute } from '#core/domain-route.ts'

const pages = async () => (await import('./screens.ts')).surveys()
const readiness = async () => (await import('./screens.ts')).readiness()

export const surveysRoutes: readonly DomainRoute[] = [
  // Shows the only open survey; everybody else is redirected.
  { path: '/', access: 'protected', load: async () => (await pages()).SurveyPage },
  { path: '/surveylisting', access: 'protected', load: async () => (await pages()).AllSurveysPage },
  { path: '/surveylisting/pendingsurveys', access: 'protected', load: async () => (await pages()).PendingSurveysPage },
  { path: '/surveylisting/completedsurveys', access: 'protected', load: async () => (await pages()).CompletedSurveysPage },
  { path: '/survey', access: 'protected', load: async () => (await pages()).SurveyPage },
  { path: '/moreinfo/wrs', access: 'protected', load: async () => (await readiness()).WrsPage },
  { path: '/stage', access: 'protected', load: async () => (await pages()).StagePage },
]
