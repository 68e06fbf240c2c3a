import type { Listeners } from '#core/events.ts'
import { insertLikes } from './demo-store.ts'
import { eraseFor, exportFor } from './privacy.ts'

export const feedListeners: Listeners = {
  'content.programme_loaded': (ctx, { newAccounts }) =>
    insertLikes(
      ctx.db,
      newAccounts.flatMap(({ personId, likes }) => likes.map((like) => ({ personId, ...like }))),
    ),
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['feed'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
