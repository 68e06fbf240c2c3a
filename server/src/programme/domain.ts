import type { Domain } from '#core/domain.ts'
import { forgetAuthor } from './authoring/draft-store.ts'
import { publishJob } from './authoring/schedule.ts'
import { programmeRoutes } from './routes.ts'

export const programme: Domain = {
  name: 'programme',
  routes: programmeRoutes,
  jobs: [publishJob],
  erasePerson: ({ db }, personId) => forgetAuthor(db, personId),
}
