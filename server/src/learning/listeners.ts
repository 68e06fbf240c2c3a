import type { Listeners } from '#core/events.ts'
import { insertDemoProgress } from './demo-progress.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { findHubFacts } from './service.ts'
import { hasNotStarted } from './store.ts'

export const learningListeners: Listeners = {
  'content.programme_loaded': (ctx, { newAccounts }) => insertDemoProgress(ctx, newAccounts),
  'accounts.status_asked': async (ctx, { personId, status }) => {
    status.newSessionAvailable = await hasNotStarted(ctx.db, personId)
  },
  'accounts.next_step_asked': async (ctx, { actor, facts }) => {
    facts.hub = { ...facts.hub, ...(await findHubFacts({ ...ctx, actor })) }
  },
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['learning'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
