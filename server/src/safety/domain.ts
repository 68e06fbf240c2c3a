import type { Domain } from '#core/domain.ts'
import { alertJob } from './alerts.ts'
import { safetyRoutes } from './routes.ts'

export const safety: Domain = { name: 'safety', routes: safetyRoutes, jobs: [alertJob] }
