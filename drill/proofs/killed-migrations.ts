import { setTimeout as pause } from 'node:timers/promises'
import { advisoryLock, readMigrations, shippedFolder } from '../../server/src/core/db/migrate.ts'
import { ownFolder } from '../belongings.ts'
import { type Engine, startDebian, startShipped, withClient } from '../engines.ts'
import { between, type Drill, type Outcome, type Proof } from '../proof.ts'
import { type Settings, spawnServer, startServer } from '../server-process.ts'
import { type Steps, readShape, startFrom, takeSteps } from '../steps.ts'

export const killedMigrations: Proof = {
  id: 'R12',
  goal: 'A server killed in the middle of any migration leaves none half applied, and the next start finishes them',
  way: 'for each migration a start that finds it pending is killed with kill -9 three times: twice at a random moment, once when the file has run and its mark is not yet written; then a start; both engines',
  prove,
}

type Tally = { kills: number; inside: number; boots: number; faults: string[] }

async function prove({ isQuick }: Drill): Promise<Outcome> {
  const all = readMigrations(shippedFolder)
  const tally: Tally = { kills: 0, inside: 0, boots: 0, faults: [] }
  for (const engine of [await startShipped(), await startDebian()]) {
    const steps = await takeSteps(engine, all)
    for (const { number } of isQuick ? all.slice(-1) : all) {
      for (const moment of ['random', 'random', 'unmarked'] as const) await killAndBoot(engine, steps, number, moment, tally)
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

async function killAndBoot(engine: Engine, steps: Steps, number: number, moment: 'random' | 'unmarked', tally: Tally) {
  const url = await startFrom(engine, number - 1)
  const settings: Settings = { NODE_ENV: 'test', DATA_DIR: engine.dataDir }
  if (engine.name !== 'embedded') Object.assign(settings, { DATA_DIR: ownFolder(), DATABASE_URL: url })
  const longestMs = steps.millis[number - 1] ?? 0
  if (await killIn(url, settings, moment === 'random' ? between(0, longestMs) : null)) tally.inside += 1
  tally.kills += 1
  const where = `${engine.name}, migration ${number}, ${moment}`
  const { applied, shape } = await readShape(url)
  if (shape !== steps.shapes[applied])
    tally.faults.push(`${where}: ${applied} are marked, and the tables are not those of ${applied}`)
  if (moment === 'unmarked' && applied !== number - 1) tally.faults.push(`${where}: ${applied} are marked`)
  const server = await startServer(settings)
  await server.stop()
  tally.boots += 1
  const after = await readShape(url)
  if (after.shape !== steps.shapes.at(-1)) tally.faults.push(`${where}: the next start left ${after.applied} applied`)
}

/** True: a migration was open when the kill came. */
async function killIn(url: string, settings: Settings, afterMs: number | null): Promise<boolean> {
  // Two connections: inside a transaction PostgreSQL shows what others do as it was at the first look.
  return withClient(url, (holder) =>
    withClient(url, async (client) => {
      const found = async (sql: string) => (await client.query(sql)).rowCount !== 0
      const until = async (sql: string) => {
        while (!(await found(sql))) await Promise.race([pause(1), hasEnded])
      }
      // The start waits for us before it migrates, so that the moment can be chosen to the millisecond.
      await client.query('select pg_advisory_lock($1)', [advisoryLock])
      const victim = spawnServer(settings)
      const hasEnded = victim.exited.then(() => {
        throw new Error(`It ended before it was killed: ${victim.output()}`)
      })
      hasEnded.catch(() => {})
      await until(`select 1 from pg_locks where locktype = 'advisory' and objid = ${advisoryLock} and not granted`)
      if (afterMs === null) await holder.query('begin; lock table schema_migration in share mode')
      await client.query('select pg_advisory_unlock($1)', [advisoryLock])
      if (afterMs === null)
        await until(`select 1 from ${others} and wait_event_type = 'Lock' and query ~ '^insert into schema_migration'`)
      else await pause(afterMs)
      const isOpen = await found(`select 1 from ${others} and xact_start is not null`)
      victim.child.kill('SIGKILL')
      await victim.exited
      await holder.end()
      while (await found(`select 1 from ${others}`)) await pause(5)
      return isOpen
    }),
  )
}

const others = `pg_stat_activity where datname = current_database() and application_name = 'saathi' and backend_type = 'client backend'`
