import type { Domain } from '#core/domain.ts'
import { feedJobs } from './jobs.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { feedRoutes } from './routes.ts'

export const feed: Domain = {
  name: 'feed',
  routes: feedRoutes,
  jobs: feedJobs,
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}
