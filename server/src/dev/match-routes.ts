import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { inTransaction } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { listMatchedProjects, runMatches, prepareMatches } from './matches.ts'

const RunMatching = z.strictObject({ project: z.string().check(z.maxLength(60)) })

/** Runs matching at once, so that people trying it out need not wait for the next run. */
export async function matchRoutes(app: FastifyInstance) {
  const { world } = app

  app.get('/dev/match.json', async () => ({ projects: await listMatchedProjects(world.db) }))

  app.post('/dev/match/', async (request) => {
    const parsed = RunMatching.safeParse(request.body)
    if (!parsed.success) throw coreRefusal('core.bad_input')
    const prepared = await prepareMatches({ db: world.db, now: world.clock.now }, parsed.data.project)
    return inTransaction(world, request.log, (ctx) => runMatches(ctx, prepared))
  })
}
