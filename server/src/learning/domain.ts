import type { Domain } from '#core/domain.ts'
import { learningJobs } from './jobs.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { learningRoutes } from './routes.ts'
import { findHubFacts } from './service.ts'
import { hasNotStarted } from './store.ts'

export const learning: Domain = {
  name: 'learning',
  routes: learningRoutes,
  jobs: learningJobs,
  statusPart: ({ db, actor }) => ({
    find: hasNotStarted(db, actor.personId),
    add: (found, status) => (status.newSessionAvailable = found === true),
  }),
  addNextFacts: async (ctx, facts) => {
    facts.hub = { ...facts.hub, ...(await findHubFacts(ctx)) }
  },
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}
