import type { Listeners } from '#core/events.ts'
import { giveProgress } from './demo-progress.ts'
import { hasNotStarted } from './store.ts'

export const learningListeners: Listeners = {
  'content.programme_loaded': (ctx, { newAccounts }) => giveProgress(ctx, newAccounts),
  'accounts.status_asked': async (ctx, { personId, status }) => {
    status.newSessionAvailable = await hasNotStarted(ctx.db, personId)
  },
}
