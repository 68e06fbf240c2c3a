import { setTimeout as pause } from 'node:timers/promises'
import { advisoryLock, readMigrations, shippedFolder } from '../../server/src/core/db/migrate.ts'
import { makeTempFolder } from '../cleanup.ts'
import { type Engine, startSystemPostgres, startBundledPostgres, withClient } from '../engines.ts'
import { between, type Drill, type ProofResult, type Proof } from '../proof.ts'
import { type Settings, spawnServer, startServer } from '../server-process.ts'
import { type MigrationSteps, readSchema, resetToStep, buildSteps } from '../migration-steps.ts'

export const killedMigrations: Proof = {
  id: 'R12',
  goal: 'A server killed in the middle of any migration leaves none half applied, and the next start finishes them',
  method:
    'for each migration, a start that finds it pending is killed with kill -9 three times: twice at a random moment, once when the file has run but is not yet marked; then a start; both engines',
  prove,
}

type Tally = { kills: number; inside: number; boots: number; faults: string[] }

async function prove({ isQuick }: Drill): Promise<ProofResult> {
  const all = readMigrations(shippedFolder)
  const tally: Tally = { kills: 0, inside: 0, boots: 0, faults: [] }
  for (const engine of [await startBundledPostgres(), await startSystemPostgres()]) {
    const steps = await buildSteps(engine, all)
    for (const { number } of isQuick ? all.slice(-1) : all) {
      for (const moment of ['random', 'random', 'unrecorded'] as const) await killAndBoot(engine, steps, number, moment, tally)
    }
  }
  return {
    figures: [
      `${all.length} migrations, ${tally.kills} kills on two engines, ${tally.inside} of them in the middle of one`,
      `${tally.boots} starts afterwards finished; ${tally.faults.length} half applied or not finished`,
    ],
    faults: tally.faults,
  }
}

async function killAndBoot(engine: Engine, steps: MigrationSteps, number: number, moment: 'random' | 'unrecorded', tally: Tally) {
  const url = await resetToStep(engine, number - 1)
  const settings: Settings = { NODE_ENV: 'test', DATA_DIR: engine.dataDir }
  if (engine.name !== 'embedded') Object.assign(settings, { DATA_DIR: makeTempFolder(), DATABASE_URL: url })
  const longestMs = steps.millis[number - 1] ?? 0
  if (await killDuringMigration(url, settings, moment === 'random' ? between(0, longestMs) : null)) tally.inside += 1
  tally.kills += 1
  const where = `${engine.name}, migration ${number}, ${moment}`
  const { applied, shape } = await readSchema(url)
  if (shape !== steps.shapes[applied])
    tally.faults.push(`${where}: ${applied} are recorded, but the tables are not those of ${applied}`)
  if (moment === 'unrecorded' && applied !== number - 1) tally.faults.push(`${where}: ${applied} are recorded`)
  const server = await startServer(settings)
  await server.stop()
  tally.boots += 1
  const after = await readSchema(url)
  if (after.shape !== steps.shapes.at(-1)) tally.faults.push(`${where}: the next start left ${after.applied} applied`)
}

/** Returns whether a migration was open at the moment of the kill. */
async function killDuringMigration(url: string, settings: Settings, afterMs: number | null): Promise<boolean> {
  // Uses two connections: within one transaction pg_stat_activity keeps showing its first snapshot.
  return withClient(url, (holder) =>
    withClient(url, async (client) => {
      const found = async (sql: string) => (await client.query(sql)).rowCount !== 0
      const until = async (sql: string) => {
        while (!(await found(sql))) await Promise.race([pause(1), hasEnded])
      }
      // The server waits for this lock before it migrates, so the moment of the kill can be chosen to the millisecond.
      await client.query('select pg_advisory_lock($1)', [advisoryLock])
      const victim = spawnServer(settings)
      const hasEnded = victim.exited.then(() => {
        throw new Error(`The server ended before it was killed: ${victim.output()}`)
      })
      hasEnded.catch(() => {})
      await until(`select 1 from pg_locks where locktype = 'advisory' and objid = ${advisoryLock} and not granted`)
      if (afterMs === null) await holder.query('begin; lock table schema_migration in share mode')
      await client.query('select pg_advisory_unlock($1)', [advisoryLock])
      if (afterMs === null)
        await until(`select 1 from ${serverConnections} and wait_event_type = 'Lock' and query ~ '^insert into schema_migration'`)
      else await pause(afterMs)
      const isOpen = await found(`select 1 from ${serverConnections} and xact_start is not null`)
      victim.child.kill('SIGKILL')
      await victim.exited
      await holder.end()
      while (await found(`select 1 from ${serverConnections}`)) await pause(5)
      return isOpen
    }),
  )
}

const serverConnections = `pg_stat_activity where datname = current_database() and application_name = 'saathi' and backend_type = 'client backend'`
