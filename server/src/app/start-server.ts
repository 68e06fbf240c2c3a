import { fileURLToPath } from 'node:url'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import { loadDemoIfEmpty } from '#programme/public.ts'
import { buildApp } from './build-app.ts'
import { type Bus, processBus } from '../core/live/bus.ts'
import { movableClock, systemClock } from '../core/clock.ts'
import { openDatabase, requireDurable } from '../core/db/open.ts'
import { startEmbeddedPostgres } from '../core/db/embedded.ts'
import { migrate } from '../core/db/migrate.ts'
import type { DataDirLock } from '../core/db/owner-lock.ts'
import type { Env } from '../core/env.ts'
import { countDatabase, countJobs, serveMetrics } from '../core/monitoring/metrics.ts'
import { OperatorError } from '../core/operator-error.ts'
import { findWebApp } from '../core/http/web.ts'

export type RunningServer = { address: string; loadedDemo: boolean; hasWebApp: boolean; stop: () => Promise<void> }

const webDir = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const demoDir = fileURLToPath(new URL('../../../demo/', import.meta.url))
const log = (line: string) => console.error(line)

/** When the server stops or a later step fails, all steps are undone in reverse order; the folder's lock is released last. */
export async function startServer(env: Env, lock: DataDirLock): Promise<RunningServer> {
  const undo = [() => lock.release()]
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  try {
    const url = env.databaseUrl ?? (await startOwnDatabase(env, undo))
    let countSlow = () => {}
    const database = openDatabase({ url, log, onSlow: () => countSlow() })
    undo.push(() => database.close())
    await migrate(database.pool, { log: () => {} })
    if (env.mode === 'production') await requireNoDemoAccounts(database.pool)
    if (env.mode === 'production' || !env.databaseUrl) await requireDurable(database.pool)

    const clock = env.mode === 'production' ? systemClock : movableClock()
    const web = findWebApp(webDir)
    const bus = env.redisUrl ? await openRedisBus(env.redisUrl) : processBus()
    undo.push(() => bus.close())
    const app = await buildApp({ env, db: database.db, clock, web, bus })
    undo.push(() => app.close())
    countSlow = countDatabase(app.metrics, database.pool).slowQueries
    countJobs(app.metrics, database.db)
    if (env.metricsPort !== undefined) {
      const metrics = await serveMetrics(app.metrics, env.metricsPort, env.host)
      undo.push(() => metrics.close())
    }
    const loadedDemo =
      env.mode === 'demo' || env.mode === 'development'
        ? await loadDemoIfEmpty(app.world, demoDir, app.log, env.hasMadeUpPeople)
        : false
    await app.listen({ port: env.port, host: env.host }).catch((error: unknown) => {
      throw explainListen(error, env)
    })
    await app.startJobs(url)
    return { address: addressOf(app.server.address(), env), loadedDemo, hasWebApp: web !== null, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Most installations have one server and no Redis, so its library is not part of every start. */
async function openRedisBus(url: string): Promise<Bus> {
  const { redisBus } = await import('../core/live/redis-bus.ts')
  return redisBus(url, log)
}

async function startOwnDatabase(env: Env, undo: (() => Promise<void>)[]): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, log })
  undo.push(() => embedded.stop())
  return embedded.url
}

/** Their password is public, and one of them is staff. Accounts loaded from other folders are recognised by a flag. */
async function requireNoDemoAccounts(pool: Pick<Pool, 'query'>) {
  const marked = await pool.query('select from system_setting where has_demo_accounts')
  if (marked.rowCount) {
    throw new OperatorError(
      'Accounts with a public password were loaded into this database. Set DATABASE_URL to a database without them.',
    )
  }
  const { rows } = await pool.query<{ email: string }>(`select email from person
    where email like '%@saathi.example' and disabled_at is null and deleted_at is null order by id limit 1`)
  if (!rows[0]) return
  throw new OperatorError(
    `The database contains demo accounts such as ${rows[0].email}, whose password is public. Set DATABASE_URL to a database without them.`,
  )
}

function addressOf(address: string | AddressInfo | null, env: Env): string {
  const port = typeof address === 'object' && address ? address.port : env.port
  const host = env.host === '0.0.0.0' || env.host === '::' || env.host === '127.0.0.1' ? 'localhost' : env.host
  return env.publicOrigin ?? `http://${host}:${port}`
}

function explainListen(error: unknown, env: Env): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return new OperatorError(`Port ${env.port} is already taken. Stop the program that uses it, or set PORT to another number.`)
  }
  if (code === 'EACCES') return new OperatorError(`This account may not use port ${env.port}. Set PORT to a number above 1023.`)
  return error
}
