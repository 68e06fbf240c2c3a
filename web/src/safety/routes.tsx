import type { DomainRoute } from '#core/domain-route.ts'

const reports = async () => (await import('./screens.ts')).reports()

export const safetyRoutes: readonly DomainRoute[] = [
  { path: '/my-reports', access: 'protected', load: async () => (await reports()).MyReportsPage },
]
