import type { Domain } from '#core/domain.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { helpRoutes } from './routes.ts'

export const help: Domain = {
  name: 'help',
  routes: helpRoutes,
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}
