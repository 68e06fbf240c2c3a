import * as calls from '@saathi/contract/core/calls'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

/** Health: the process answers. Readiness: it can also reach its database. Neither opens a transaction. */
export function serveHealth(app: FastifyInstance) {
  app.get(calls.getHealth.path, async () => calls.getHealth.reply.parse({ status: 'ok' }))
  app.get(calls.getReadiness.path, async () => {
    await sql`select 1`.execute(app.world.db)
    return calls.getReadiness.reply.parse({ status: 'ready' })
  })
}
