import type { Listeners } from '#core/events.ts'
import { warnOfStolenSignIn } from './service.ts'

export const noticesListeners: Listeners = {
  'accounts.token_reused': (ctx, { personId, device }) => warnOfStolenSignIn(ctx, personId, device),
}
