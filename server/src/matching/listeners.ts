import type { Listeners } from '#core/events.ts'
import { insertDemoMatches } from './demo.ts'
import { enterPool, reviewAfterEnd, reviewSeeker, reviewSeekers } from './pool.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { findMatchingFacts } from './service.ts'
import { enqueueReviews } from './review-job.ts'
import { enqueueRun } from './run-job.ts'

export const matchingListeners: Listeners = {
  'content.programme_loaded': async (ctx, loaded) => {
    await insertDemoMatches(ctx, loaded)
    await enqueueReviews(ctx)
  },
  'surveys.completed': async (ctx, { personId }) => {
    await enterPool(ctx, personId)
  },
  'surveys.answer_changed': async (ctx, { personId }) => {
    await enterPool(ctx, personId)
  },
  'accounts.flags_changed': (ctx, { personId }) => reviewSeeker(ctx, personId),
  // Nobody is matched with a person who is about to leave.
  'accounts.leave_asked': (ctx, { personId }) => reviewSeeker(ctx, personId),
  'accounts.stayed': (ctx, { personId }) => reviewSeeker(ctx, personId),
  'mentorship.started': (ctx, { personIds }) => reviewSeekers(ctx, personIds),
  'mentorship.left': (ctx, { personIds, goneId }) => reviewAfterEnd(ctx, personIds, goneId),
  'matching.came_back': (ctx, { projectId }) => enqueueRun(ctx, projectId),
  'accounts.next_step_asked': async (ctx, { actor, facts }) => {
    facts.matching = await findMatchingFacts({ ...ctx, actor })
  },
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['matching'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
