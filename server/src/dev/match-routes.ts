import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { inTransaction } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { listMatchedProjects, lookForMatches, prepareMatches } from './matches.ts'

const LookIn = z.strictObject({ project: z.string().check(z.maxLength(60)) })

/** Nobody who tries matching out wants to wait for its next time. */
export async function matchRoutes(app: FastifyInstance) {
  const { world } = app

  app.get('/dev/match.json', async () => ({ projects: await listMatchedProjects(world.db) }))

  app.post('/dev/match/', async (request) => {
    const parsed = LookIn.safeParse(request.body)
    if (!parsed.success) throw coreRefusal('core.bad_input')
    const prepared = await prepareMatches({ db: world.db, now: world.clock.now }, parsed.data.project)
    return inTransaction(world, request.log, (ctx) => lookForMatches(ctx, prepared))
  })
}
