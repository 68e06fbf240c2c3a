import type { Listeners } from '#core/events.ts'
import { eraseFor, exportFor } from './privacy.ts'

export const helpListeners: Listeners = {
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['help'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
