import type { Listeners } from '#core/events.ts'
import { giveMentorships } from './demo.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { findNextPart } from './service.ts'
import { tellFinished, tellLeft, tellMoved, tellStarted } from './tell.ts'

export const mentorshipListeners: Listeners = {
  'content.programme_loaded': (ctx, { newMentorships }) => giveMentorships(ctx, newMentorships),
  'learning.walked_on': (ctx, walk) => tellMoved(ctx, walk),
  'learning.walk_finished': (ctx, walk) => tellFinished(ctx, walk),
  'mentorship.started': (ctx, started) => tellStarted(ctx, started),
  'mentorship.left': (ctx, left) => tellLeft(ctx, left),
  'accounts.next_step_asked': async (ctx, { actor, facts }) => {
    Object.assign(facts, await findNextPart({ ...ctx, actor }))
  },
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['mentorship'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
