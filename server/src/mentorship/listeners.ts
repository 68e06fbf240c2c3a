import type { Listeners } from '#core/events.ts'
import { insertDemoMentorships } from './demo.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { findNextFacts } from './service.ts'
import { notifyFinished, notifyLeft, publishProgress, notifyStarted } from './notify.ts'

export const mentorshipListeners: Listeners = {
  'content.programme_loaded': (ctx, { newMentorships }) => insertDemoMentorships(ctx, newMentorships),
  'learning.walked_on': (ctx, ref) => publishProgress(ctx, ref),
  'learning.walk_finished': (ctx, ref) => notifyFinished(ctx, ref),
  'mentorship.started': (ctx, started) => notifyStarted(ctx, started),
  'mentorship.left': (ctx, left) => notifyLeft(ctx, left),
  'accounts.next_step_asked': async (ctx, { actor, facts }) => {
    Object.assign(facts, await findNextFacts({ ...ctx, actor }))
  },
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['mentorship'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
