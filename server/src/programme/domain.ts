import type { Domain } from '#core/domain.ts'
import { findCommentsBy } from './authoring/comment-store.ts'
import { forgetAuthor } from './authoring/draft-store.ts'
import { publishJob } from './authoring/schedule.ts'
import { programmeRoutes } from './routes.ts'

export const programme: Domain = {
  name: 'programme',
  routes: programmeRoutes,
  jobs: [publishJob],
  exportPerson: async ({ db }, { personId }) => ({ commentsOnDrafts: await findCommentsBy(db, personId) }),
  erasePerson: ({ db }, personId) => forgetAuthor(db, personId),
}
