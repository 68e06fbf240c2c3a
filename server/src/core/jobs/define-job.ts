import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import type { Db, ListenerCtx } from '../ctx.ts'
import type { EnqueuableJob, JobPlan } from './job-queue.ts'

/**
 * Services outside the database, such as mail and files (those with a `close` are closed at the end). A domain adds its own with
 * `declare module '#core/jobs/define-job.ts' { interface Engines { mail: MailEngine } }`; app.ts creates them.
 */
export interface Engines {}

/** For slow work outside the transaction. The signal aborts when the time is up. */
export type JobTools = { db: Db; now: () => Date; log: FastifyBaseLogger; engines: Engines; signal: AbortSignal }

type PayloadSchema = z.ZodMiniType<object>
/** The plan of a job with its payload. */
type PayloadPlan<S extends PayloadSchema> = JobPlan & { payload: S }
type Work<S extends PayloadSchema, P> = (ctx: ListenerCtx, payload: z.output<S>, prepared: P) => Promise<void>
/** May run twice if the process dies before the transaction commits, so its effects must tolerate that. */
type Prepare<S extends PayloadSchema, P> = (tools: JobTools, payload: z.output<S>) => Promise<P>

export type RunnableJob = JobPlan & {
  /** Does the slow part and returns the part that runs in the transaction, which also marks the job as done. */
  begin: (tools: JobTools, data: unknown) => Promise<(ctx: ListenerCtx) => Promise<void>>
}
export type Job<Payload extends object> = RunnableJob & EnqueuableJob<Payload>

export function defineJob<S extends PayloadSchema>(plan: PayloadPlan<S> & { work: Work<S, undefined> }): Job<z.output<S>> {
  return definePreparedJob({ ...plan, prepare: async () => undefined })
}

/** Like servePrepared: for work that must not keep a transaction open, such as talking to a mail server. */
export function definePreparedJob<S extends PayloadSchema, P>(
  plan: PayloadPlan<S> & { prepare: Prepare<S, P>; work: Work<S, P> },
): Job<z.output<S>> {
  const { payload: schema, prepare, work, ...rest } = plan
  return {
    ...rest,
    toData: (payload) => schema.parse(payload),
    begin: async (tools, data) => {
      const payload = schema.parse(data)
      const prepared = await prepare(tools, payload)
      return (ctx) => work(ctx, payload, prepared)
    },
  }
}

const SLACK_MS = 5_000

/**
 * The clocks of servers and database differ a little. A job that compares its due time with its own clock could conclude that it
 * is too early, and would not run again.
 */
export const withClockSlack = (moment: Date): Date => new Date(moment.getTime() + SLACK_MS)
