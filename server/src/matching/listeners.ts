import type { Listeners } from '#core/events.ts'
import { giveMatches } from './demo.ts'
import { enterPool, reviewSeeker } from './pool.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { askForRun } from './run-job.ts'

export const matchingListeners: Listeners = {
  'content.programme_loaded': (ctx, loaded) => giveMatches(ctx, loaded),
  'surveys.completed': async (ctx, { personId }) => {
    await enterPool(ctx, personId)
  },
  'accounts.flags_changed': (ctx, { personId }) => reviewSeeker(ctx, personId),
  // Nobody is brought together with someone who is about to go.
  'accounts.leave_asked': (ctx, { personId }) => reviewSeeker(ctx, personId),
  'accounts.stayed': (ctx, { personId }) => reviewSeeker(ctx, personId),
  // The mentor stands first: rows are held in that order everywhere.
  'mentorship.started': async (ctx, { personIds }) => {
    for (const personId of personIds) await reviewSeeker(ctx, personId)
  },
  'mentorship.left': async (ctx, { personIds, goneId }) => {
    for (const personId of personIds) if (personId !== goneId) await reviewSeeker(ctx, personId)
  },
  'matching.came_back': (ctx, { projectId }) => askForRun(ctx, projectId),
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['matching'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
