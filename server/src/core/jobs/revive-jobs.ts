import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../ctx.ts'
import { DEAD_JOBS, JOBS_SCHEMA } from './job-queue.ts'

/** Sends the dead back to where they came from, with all their attempts before them. Says how many. */
export async function reviveDeadJobs(db: Db): Promise<number> {
  const boss = new PgBoss({ db: fromKysely(db), schema: JOBS_SCHEMA, migrate: false, supervise: false, schedule: false })
  await boss.start()
  try {
    return await boss.redrive(DEAD_JOBS)
  } finally {
    await boss.stop({ graceful: false })
  }
}
