import { startOfIndiaDay, indiaDay } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { fromKysely, type Job as ClaimedJob, PgBoss } from 'pg-boss'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { inTransaction, type World, type ListenerCtx, type Db } from '../ctx.ts'
import type { Engines, RunnableJob } from './define-job.ts'
import { JOBS_SCHEMA, type JobQueue, openJobQueue } from './job-queue.ts'

/** A notification starts a job at once; polling finds jobs that are due later or were missed during a lost connection. */
const defaultPace = { pollMs: 2_000, lostCheckSeconds: 30, maxStopMs: 5_000 }
type Pace = Partial<typeof defaultPace>
const LAST_RESORT_POLL_SECONDS = 60

/** The library's type does not describe the result. */
const CompleteResult = z.object({ affected: z.number() })

export type RunnerParts = {
  url: string
  world: World
  jobs: readonly RunnableJob[]
  engines: Engines
  log: FastifyBaseLogger
  pace?: Pace
}
export type Runner = { stop: () => Promise<void> }

/** Runs jobs of every kind; several processes may do so on one database, and each job goes to one of them. */
export async function startRunner(parts: RunnerParts): Promise<Runner> {
  const { url, world, jobs, log } = parts
  const pace = { ...defaultPace, ...parts.pace }
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'saathi jobs',
    max: 3,
    connectionTimeoutMillis: 5_000,
    schema: JOBS_SCHEMA,
    migrate: false,
    schedule: false,
    useListenNotify: true,
    monitorIntervalSeconds: pace.lostCheckSeconds,
    superviseIntervalSeconds: pace.lostCheckSeconds,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs: database error'))
  boss.on('warning', ({ message }) => log.warn(`jobs: ${message}`))
  await boss.start()

  const workers = new Map<string, string[]>()
  for (const job of jobs) {
    const ids = Array.from({ length: job.concurrency ?? 1 }, () => openWorker(boss, parts, job))
    workers.set(job.name, await Promise.all(ids))
  }
  // One transaction for all: the server is ready only after it.
  await inTransaction(world, log, async (ctx) => {
    for (const job of jobs) await enqueueNextRun(ctx, job)
  })
  const polling = pollForDue(parts, workers, boss, pace.pollMs)

  return {
    stop: async () => {
      clearInterval(polling)
      // Jobs that do not end in time are released, and their transaction can no longer commit.
      await boss.stop({ graceful: true, timeout: pace.maxStopMs })
    },
  }
}

async function openWorker(boss: PgBoss, parts: RunnerParts, job: RunnableJob): Promise<string> {
  const intervals = { pollingIntervalSeconds: LAST_RESORT_POLL_SECONDS, notifyPollingIntervalSeconds: LAST_RESORT_POLL_SECONDS }
  const id: string = await boss.work(job.name, { batchSize: 1, ...intervals }, async (claimed: ClaimedJob<unknown>[]) => {
    try {
      for (const each of claimed) await runOne(boss, parts, job, each)
    } finally {
      // There may be more: fetch the next job without waiting for a notification.
      boss.notifyWorker(id)
    }
  })
  return id
}

async function runOne(boss: PgBoss, parts: RunnerParts, job: RunnableJob, claimed: ClaimedJob<unknown>) {
  const failure = await attempt(boss, parts, job, claimed).then(
    () => null,
    (error: unknown) => {
      const line = { err: error, job: job.name, attempt: claimed.retryCount + 1 }
      if (claimed.retryCount < job.retry.limit) parts.log.warn(line, 'jobs: an attempt failed')
      else parts.log.error(line, 'jobs: failed for good and moved to the dead jobs')
      return error instanceof Error ? error.message : 'It threw something that is not an Error.'
    },
  )
  // Only the message: the queue stores all fields of an error, and those of the database contain values of rows.
  if (failure !== null) throw new Error(failure)
}

async function attempt(boss: PgBoss, { world, engines, log }: RunnerParts, job: RunnableJob, claimed: ClaimedJob<unknown>) {
  // Before the work, so that a failure does not cancel the following days.
  if (nextRun(job, world.clock.now())) await inTransaction(world, log, (ctx) => enqueueNextRun(ctx, job))
  const tools = { db: world.db, now: world.clock.now, log, engines, signal: claimed.signal }
  const work = await job.begin(tools, claimed.data)
  await inTransaction(world, log, async (ctx) => {
    await work(ctx)
    // Completed in the same commit as its work: a process that dies here leaves both or neither.
    const result = await boss.complete(job.name, claimed, undefined, { db: fromKysely(ctx.db) })
    if (CompleteResult.parse(result).affected === 0) throw new Error('The attempt took too long and another has started.')
  })
}

/** One small query for all kinds of jobs. */
function pollForDue({ world, log }: RunnerParts, workers: ReadonlyMap<string, string[]>, boss: PgBoss, everyMs: number) {
  let isPolling = false
  const poll = async () => {
    const due = await sql<{ name: string }>`
      select distinct name from jobs.job where state < 'active' and start_after <= jobs.job_now()`.execute(world.db)
    for (const { name } of due.rows) for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  return setInterval(() => {
    if (isPolling) return
    isPolling = true
    poll()
      .catch((error: unknown) => log.warn({ err: error }, 'jobs: database error'))
      .finally(() => {
        isPolling = false
      })
  }, everyMs)
}

/** The next moment at which it is this time of day in India. */
export function nextTimeOfDay(timeOfDay: string, now: Date): Date {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  const today = startOfIndiaDay(indiaDay(now)).getTime() + (hours * 60 + minutes) * 60_000
  return new Date(today > now.getTime() ? today : today + DAY_MS)
}

/** The next multiple of the interval. */
function nextInterval(minutes: number, now: Date): Date {
  const ms = minutes * 60_000
  return new Date((Math.floor(now.getTime() / ms) + 1) * ms)
}

/** Null for jobs that do not repeat. */
function nextRun({ everyDayAt, everyMinutes }: RunnableJob, now: Date): Date | null {
  if (everyDayAt !== undefined) return nextTimeOfDay(everyDayAt, now)
  return everyMinutes === undefined ? null : nextInterval(everyMinutes, now)
}

/** Every process enqueues it at startup and at every run; the time as key makes it a single job. */
async function enqueueNextRun(ctx: ListenerCtx, job: RunnableJob): Promise<void> {
  const runAt = nextRun(job, ctx.now())
  if (!runAt) return
  await ctx.enqueue({ ...job, toData: () => ({}) }, {}, { runAt, onceKey: runAt.toISOString() })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts to run jobs, on its own connections. Without it this process only enqueues. */
    startJobs: (databaseUrl: string, pace?: Pace) => Promise<void>
  }
}

export async function mountJobs(
  app: FastifyInstance,
  parts: { db: Db; clock: Clock; jobs: readonly RunnableJob[]; engines: Engines },
): Promise<JobQueue> {
  const { db, clock, jobs, engines } = parts
  const queue = await openJobQueue({ db, clock, jobs, log: app.log })
  const runners: Runner[] = []
  app.decorate('startJobs', async (url, pace = {}) => {
    runners.push(await startRunner({ url, world: app.world, jobs, engines, log: app.log, pace }))
  })
  // After the last request, so that its jobs are enqueued.
  app.addHook('onClose', async () => {
    for (const runner of runners) await runner.stop()
    await queue.stop()
    for (const engine of Object.values(engines)) if (engine && 'close' in engine) engine.close()
  })
  return queue
}
