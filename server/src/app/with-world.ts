import type { FastifyBaseLogger } from 'fastify'
import { systemClock } from '../core/clock.ts'
import type { World } from '../core/ctx.ts'
import { startEmbeddedPostgres } from '../core/db/embedded.ts'
import { migrate } from '../core/db/migrate.ts'
import { openDatabase } from '../core/db/open.ts'
import { lockDataDir } from '../core/db/owner-lock.ts'
import type { Env } from '../core/env.ts'

/**
 * For commands: opens the database like the server and closes it afterwards. The lock prevents a server from running at the same
 * time, unless the command allows that and the database is not in the data folder.
 */
export async function withWorld(
  env: Env,
  work: (world: World, log: FastifyBaseLogger) => Promise<void>,
  { allowsRunningServers = false } = {},
): Promise<void> {
  // Imported late, so that commands which only check a folder need not load the whole server.
  const { buildApp } = await import('./build-app.ts')
  const undo: (() => Promise<void>)[] = []
  try {
    if (!allowsRunningServers || env.databaseUrl === undefined) {
      const lock = await lockDataDir(env.dataDir)
      undo.push(() => lock.release())
    }
    const embedded =
      env.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: env.dataDir, log: console.error }) : null
    if (embedded) undo.push(() => embedded.stop())
    const database = openDatabase({ url: embedded?.url ?? env.databaseUrl ?? '', log: console.error })
    undo.push(() => database.close())
    await migrate(database.pool, { log: () => {} })
    const app = await buildApp({ env, db: database.db, clock: systemClock, web: null })
    undo.push(() => app.close())
    await work(app.world, app.log)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}
