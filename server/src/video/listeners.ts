import type { Listeners } from '#core/events.ts'
import { giveCalls } from './demo.ts'
import { eraseFor, exportFor } from './privacy.ts'

export const videoListeners: Listeners = {
  'content.programme_loaded': (ctx, { newMentorships }) => giveCalls(ctx, newMentorships),
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['video'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
