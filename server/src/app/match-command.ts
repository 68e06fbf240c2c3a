import { parseArgs } from 'node:util'
import { inTransaction, type World } from '#core/ctx.ts'
import { readEnv } from '#core/env.ts'
import { OperatorError } from '#core/operator-error.ts'
import { withWorld } from './with-world.ts'
import type { FastifyBaseLogger } from 'fastify'

const usage = `Usage: npm run match -- --programme <key>   find matches in a programme and offer them
         --dry-run                           only print what would be offered
         --by language,city                  also print the fairness by these criteria`

try {
  const options = read(process.argv.slice(2))
  await withWorld(readEnv(), (world, log) => match(world, log, options), { allowsRunningServers: true })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

function read(args: string[]): { programme: string; dryRun: boolean; by: string[] } {
  const options = { programme: { type: 'string' }, 'dry-run': { type: 'boolean' }, by: { type: 'string' } } as const
  try {
    const { programme, 'dry-run': dryRun = false, by = '' } = parseArgs({ args, options }).values
    if (programme) return { programme, dryRun, by: by.split(',').filter(Boolean) }
  } catch {
    // Invalid arguments print the usage, like missing ones.
  }
  throw new OperatorError(usage)
}

async function match(world: World, log: FastifyBaseLogger, { programme, dryRun, by }: ReturnType<typeof read>) {
  const { executeRun, findPlannedProjects, hasAttribute, prepareRun, printRun } = await import('#matching/public.ts')
  const projects = await findPlannedProjects(world.db)
  const project = projects.find(({ key }) => key === programme)
  if (!project) {
    const known =
      projects.length === 0 ? 'There are no others.' : `Known programmes: ${projects.map(({ key }) => key).join(', ')}.`
    throw new OperatorError(`There is no programme ${programme} with a matching plan. ${known}`)
  }
  const prepared = await prepareRun({ db: world.db, now: world.clock.now }, project.id, { by })
  const unknown = by.filter((attribute) => !hasAttribute(prepared, attribute))
  if (unknown.length > 0) throw new OperatorError(`Not a criterion: ${unknown.join(', ')}.`)
  const run = await inTransaction(world, log, (ctx) => executeRun(ctx, prepared, { dryRun }))
  for (const line of printRun(run)) console.log(line)
}
