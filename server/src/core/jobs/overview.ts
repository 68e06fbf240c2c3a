import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../ctx.ts'
import { DEAD_JOBS, JOBS_SCHEMA } from './job-queue.ts'

const MAX_LISTED = 50

export type JobCount = { name: string; state: string; count: number }
export type DeadJob = { name: string; attempts: number; error: string; diedAt: Date }

/** The state of the queues, without payloads: they may contain personal data. */
export async function findJobs(db: Db): Promise<{ counts: JobCount[]; dead: DeadJob[] }> {
  const counts = await sql<JobCount>`
    select name, state::text as state, count(*) as count from jobs.job
    where name <> ${DEAD_JOBS} group by name, state order by name, state`.execute(db)
  const dead = await sql<DeadJob>`
    select source_name as name, source_retry_count + 1 as attempts, created_on as "diedAt",
      coalesce(source_output ->> 'message', source_output -> 'value' ->> 'message', '') as error
    from jobs.job where name = ${DEAD_JOBS} and state < 'active'
    order by created_on desc limit ${MAX_LISTED}`.execute(db)
  return { counts: counts.rows, dead: dead.rows }
}

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
