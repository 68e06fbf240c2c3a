import type { Listeners } from '#core/events.ts'
import { giveMatches } from './demo.ts'
import { enterPool, reviewAfterEnd, reviewSeeker, reviewSeekers } from './pool.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { findNextMatching } from './service.ts'
import { askForReviews } from './review-job.ts'
import { askForRun } from './run-job.ts'

export const matchingListeners: Listeners = {
  'content.programme_loaded': async (ctx, loaded) => {
    await giveMatches(ctx, loaded)
    await askForReviews(ctx)
  },
  'surveys.completed': async (ctx, { personId }) => {
    await enterPool(ctx, personId)
  },
  'surveys.answer_changed': async (ctx, { personId }) => {
    await enterPool(ctx, personId)
  },
  'accounts.flags_changed': (ctx, { personId }) => reviewSeeker(ctx, personId),
  // Nobody is brought together with someone who is about to go.
  'accounts.leave_asked': (ctx, { personId }) => reviewSeeker(ctx, personId),
  'accounts.stayed': (ctx, { personId }) => reviewSeeker(ctx, personId),
  'mentorship.started': (ctx, { personIds }) => reviewSeekers(ctx, personIds),
  'mentorship.left': (ctx, { personIds, goneId }) => reviewAfterEnd(ctx, personIds, goneId),
  'matching.came_back': (ctx, { projectId }) => askForRun(ctx, projectId),
  'accounts.next_step_asked': async (ctx, { actor, facts }) => {
    facts.matching = await findNextMatching({ ...ctx, actor })
  },
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['matching'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
