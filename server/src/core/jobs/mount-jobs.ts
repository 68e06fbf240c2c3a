import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../ctx.ts'
import type { Engines, RunnableJob } from './define-job.ts'
import { type JobQueue, openJobQueue } from './job-queue.ts'
import { type Pace, type Runner, startRunner } from './runner.ts'

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
