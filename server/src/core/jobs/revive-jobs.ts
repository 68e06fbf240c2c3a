import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../ctx.ts'
import { DEAD_JOBS, JOBS_SCHEMA } from './job-queue.ts'

/** Requeues dead jobs with all their attempts. Returns how many. */
export async function requeueDeadJobs(db: Db): Promise<number> {
  const boss = new PgBoss({ db: fromKysely(db), schema: JOBS_SCHEMA, migrate: false, supervise: false, schedule: false })
  await boss.start()
  try {
    return await boss.redrive(DEAD_JOBS)
  } finally {
    await boss.stop({ graceful: false })
  }
}
