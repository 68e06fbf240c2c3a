import { sql } from 'kysely'
import { pino } from 'pino'
import { movableClock } from '../clock.ts'
import type { World } from '../ctx.ts'
import { openDatabase } from '../db/open.ts'
import type { RunnableJob } from './define-job.ts'
import { openJobQueue } from './job-queue.ts'
import { type Runner, type RunnerParts, startRunner } from './runner.ts'

/** As much of a server as jobs need, on a database that other processes may share. */
export async function openTestWorld(url: string, jobs: readonly RunnableJob[]) {
  const log = pino({ level: 'silent' })
  const { db, pool, close } = openDatabase({ url, poolSize: 6, log: () => {} })
  const clock = movableClock()
  const queue = await openJobQueue({ db, clock, jobs, log })
  // Only the parts of a world that jobs use.
  const world = { db, clock, listeners: [], deliver: () => {}, jobs: queue } as unknown as World
  const runners: Runner[] = []
  return {
    db,
    pool,
    clock,
    world,
    log,
    async run(pace: NonNullable<RunnerParts['pace']> = {}) {
      const runner = await startRunner({ url, world, jobs, engines: noEngines, log, pace })
      runners.push(runner)
      return runner
    },
    /** The rows of the queue in order of creation. */
    async rows(name: string) {
      const found = await sql<{ state: string; startAfter: Date; retryCount: number }>`
        select state::text as state, start_after as "startAfter", retry_count as "retryCount" from jobs.job
        where name = ${name} order by created_on, id`.execute(db)
      return found.rows
    },
    async close() {
      for (const runner of runners) await runner.stop()
      await queue.stop()
      await close()
    },
  }
}
export type TestWorld = Awaited<ReturnType<typeof openTestWorld>>

/** These jobs use no engines; a job that tried would fail at once. */
const noEngines = Object.freeze({}) as RunnerParts['engines']
