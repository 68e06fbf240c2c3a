import { DAY_SECONDS } from '@saathi/contract/core/time'
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, PgBoss } from 'pg-boss'
import { type Clock, offsetMs } from '../clock.ts'
import type { Db } from '../db/open.ts'

export const JOBS_SCHEMA = 'jobs'
/** Queue for jobs that have used up their attempts. No worker reads it: people inspect it and requeue jobs by hand. */
export const DEAD_JOBS = 'core.dead'

/** Waiting jobs never expire in practice: a server may have been down for long. */
const WAITING_RETENTION_SECONDS = 365 * DAY_SECONDS
const DONE_RETENTION_SECONDS = 7 * DAY_SECONDS

/**
 * `limit` is the number of attempts after the first; a server stop may use one up, so 0 is only for jobs that may be dropped.
 * With backoff the pause doubles each time, plus up to as much again at random, until `maxDelaySeconds`.
 */
export type Retry = { limit: number; delaySeconds: number; backoff: boolean; maxDelaySeconds?: number }

export type JobPlan = {
  /** `domain.what_it_does` */
  name: string
  retry: Retry
  /** Timeout of one attempt; after that the job is retried, even if this process is gone. */
  timeoutSeconds: number
  /** How many of these jobs one process runs concurrently; default 1. */
  concurrency?: number
  /** Time of day in India, such as `03:30`: runs once a day, whatever the number of processes. */
  everyDayAt?: string
  /** Runs this often, whatever the number of processes. At most one of `everyDayAt` and this. */
  everyMinutes?: number
}

export type EnqueuableJob<Payload extends object> = {
  name: string
  /** Refuses a payload that does not match its schema. */
  toData: (payload: Payload) => object
}

export type EnqueueOptions = {
  /** By the server's clock. */
  runAt?: Date
  /** Only one job of this name with this key can exist, until a week after it is done. */
  onceKey?: string
}

export type JobQueue = {
  /** Part of the caller's transaction: if it is rolled back, nothing was enqueued. */
  enqueue: <P extends object>(db: Db, job: EnqueuableJob<P>, payload: P, options?: EnqueueOptions) => Promise<void>
  stop: () => Promise<void>
}

/** The sending side, on the connections of requests; the runner has its own. */
export async function openJobQueue(parts: {
  db: Db
  clock: Clock
  jobs: readonly JobPlan[]
  log: FastifyBaseLogger
}): Promise<JobQueue> {
  const { db, clock, jobs, log } = parts
  const boss = new PgBoss({ db: fromKysely(db), schema: JOBS_SCHEMA, migrate: false, supervise: false, schedule: false })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs: queue error'))
  await boss.start()
  if (await syncQueues(boss, jobs)) {
    // Restart to load the new queues: looking one up later would need a second connection inside a transaction, and enough of
    // those at once would deadlock.
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

/**
 * Queue settings are stored in the database, so that all processes agree; a changed definition updates them. True if any changed.
 */
async function syncQueues(boss: PgBoss, jobs: readonly JobPlan[]): Promise<boolean> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  let isChanged = !known.has(DEAD_JOBS)
  if (isChanged) await boss.createQueue(DEAD_JOBS, { retentionSeconds: WAITING_RETENTION_SECONDS })
  for (const { name, retry, timeoutSeconds } of jobs) {
    const settings = {
      retryLimit: retry.limit,
      retryDelay: retry.delaySeconds,
      retryBackoff: retry.backoff,
      ...(retry.backoff && { retryDelayMax: retry.maxDelaySeconds ?? DAY_SECONDS }),
      expireInSeconds: timeoutSeconds,
      retentionSeconds: WAITING_RETENTION_SECONDS,
      deleteAfterSeconds: DONE_RETENTION_SECONDS,
      deadLetter: DEAD_JOBS,
      notify: true,
    }
    const queue = known.get(name)
    if (queue && !isDifferent(queue, settings)) continue
    isChanged = true
    if (queue) await boss.updateQueue(name, settings)
    else await boss.createQueue(name, settings)
  }
  return isChanged
}

function isDifferent(queue: object, settings: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(queue))
  return Object.entries(settings).some(([key, value]) => stored.get(key) !== value)
}

/** The key becomes the job's id, so that the database's primary key decides which was first. */
function idOf(name: string, onceKey: string): string {
  const hex = createHash('sha256').update(`${name}\n${onceKey}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
