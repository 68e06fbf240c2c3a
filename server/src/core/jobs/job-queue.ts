import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, PgBoss } from 'pg-boss'
import { type Clock, offsetMs } from '../clock.ts'
import type { Db } from '../ctx.ts'
import type { Job, RunnableJob } from './define-job.ts'

export const JOBS_SCHEMA = 'jobs'
/** Where a job ends whose attempts are used up. Nobody works here: it is looked at, and sent back by hand. */
export const DEAD_JOBS = 'core.dead'

const DAY_SECONDS = 24 * 60 * 60
/** Nothing that waits is ever given up for its age alone: a server may have been down for long. */
const KEPT_WAITING_SECONDS = 365 * DAY_SECONDS
const KEPT_DONE_SECONDS = 7 * DAY_SECONDS

export type EnqueueOptions = {
  /** By the server's clock. */
  runAt?: Date
  /** Of all jobs of one name with the same key there is one, until a week after it is done. */
  onceKey?: string
}

export type JobQueue = {
  /** Into the caller's transaction: what is rolled back was never enqueued. */
  enqueue: <P extends object>(db: Db, job: Job<P>, payload: P, options?: EnqueueOptions) => Promise<void>
  stop: () => Promise<void>
}

/** The writing half, over the connections of requests; the runner has its own. */
export async function openJobQueue(parts: {
  db: Db
  clock: Clock
  jobs: readonly RunnableJob[]
  log: FastifyBaseLogger
}): Promise<JobQueue> {
  const { db, clock, jobs, log } = parts
  const boss = new PgBoss({ db: fromKysely(db), schema: JOBS_SCHEMA, migrate: false, supervise: false, schedule: false })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs: the queue'))
  await boss.start()
  if (await keepQueues(boss, jobs)) {
    // Read anew: a queue looked up only when it is first needed would ask for a second connection inside a transaction,
    // and enough of those at once wait for each other.
    await boss.stop({ graceful: false })
    await boss.start()
  }

  return {
    enqueue: async (transaction, job, payload, { runAt, onceKey } = {}) => {
      await boss.send(job.name, job.toData(payload), {
        db: fromKysely(transaction),
        ...(runAt && { startAfter: new Date(runAt.getTime() - offsetMs(clock)) }),
        ...(onceKey !== undefined && { id: idOf(job.name, onceKey) }),
      })
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

/** Their settings live in the database, so that every process agrees; a changed definition changes them. True when any did. */
async function keepQueues(boss: PgBoss, jobs: readonly RunnableJob[]): Promise<boolean> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  let isChanged = !known.has(DEAD_JOBS)
  if (isChanged) await boss.createQueue(DEAD_JOBS, { retentionSeconds: KEPT_WAITING_SECONDS })
  for (const { name, retry, timeoutSeconds } of jobs) {
    const wanted = {
      retryLimit: retry.limit,
      retryDelay: retry.delaySeconds,
      retryBackoff: retry.backoff,
      ...(retry.backoff && { retryDelayMax: retry.maxDelaySeconds ?? DAY_SECONDS }),
      expireInSeconds: timeoutSeconds,
      retentionSeconds: KEPT_WAITING_SECONDS,
      deleteAfterSeconds: KEPT_DONE_SECONDS,
      deadLetter: DEAD_JOBS,
      notify: true,
    }
    const queue = known.get(name)
    if (queue && !isDifferent(queue, wanted)) continue
    isChanged = true
    if (queue) await boss.updateQueue(name, wanted)
    else await boss.createQueue(name, wanted)
  }
  return isChanged
}

function isDifferent(queue: object, wanted: object): boolean {
  const kept = new Map<string, unknown>(Object.entries(queue))
  return Object.entries(wanted).some(([key, value]) => kept.get(key) !== value)
}

/** The key as the job's own id: the database's primary key then settles who was first. */
function idOf(name: string, onceKey: string): string {
  const hex = createHash('sha256').update(`${name}\n${onceKey}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
