import { can, scopeOf } from '#accounts/public.ts'
import type { Domain } from '#core/domain.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { helpRoutes } from './routes.ts'
import { countWaiting } from './case-store.ts'
import { searchCases } from './staff.ts'

export const help: Domain = {
  name: 'help',
  routes: helpRoutes,
  addWaiting: async (ctx, waiting) => {
    if (can(ctx.actor, 'staff.help')) waiting.help = await countWaiting(ctx.db, scopeOf(ctx.actor, 'staff.help'))
  },
  searches: [{ kind: 'help_case', action: 'staff.help', find: searchCases }],
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}
