import type { Domain } from '#core/domain.ts'
import { mentorshipJobs } from './jobs.ts'
import { notifyFinished, publishProgress } from './notify.ts'
import { picturePurposes } from './access.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { mentorshipRoutes } from './routes.ts'
import { searchPairs } from './search.ts'
import { findNextFacts } from './service.ts'
import { addCourse, addDeadlines } from './work-facts.ts'

export const mentorship: Domain = {
  name: 'mentorship',
  routes: mentorshipRoutes,
  jobs: mentorshipJobs,
  filePurposes: picturePurposes,
  listeners: {
    'learning.mentorship_progressed': publishProgress,
    'learning.mentorship_session_finished': notifyFinished,
  },
  addNextFacts: async (ctx, facts) => {
    Object.assign(facts, await findNextFacts(ctx))
  },
  addPairFacts: async ({ db, now }, pairs) => {
    await addDeadlines(db, pairs, now())
    await addCourse(db, pairs)
  },
  searches: [{ kind: 'pair', action: 'staff.people_read', find: searchPairs }],
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}
