import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import type { Db } from '../ctx.ts'
import type { ListenerCtx } from '../events.ts'

/**
 * Services outside the database, such as mail and files (those with a `close` are closed at the end). A domain adds its own with
 * `declare module '#core/jobs/define-job.ts' { interface Engines { mail: MailEngine } }`; app.ts creates them.
 */
export interface Engines {}

/** For slow work outside the transaction. The signal aborts when the time is up. */
export type JobTools = { db: Db; now: () => Date; log: FastifyBaseLogger; engines: Engines; signal: AbortSignal }

/**
 * `limit` is the number of attempts after the first; a server stop may use one up, so 0 is only for jobs that may be dropped.
 * With backoff the pause doubles each time, plus up to as much again at random, until `maxDelaySeconds`.
 */
export type Retry = { limit: number; delaySeconds: number; backoff: boolean; maxDelaySeconds?: number }

type JobPlan<S extends PayloadSchema> = {
  /** `domain.what_it_does` */
  name: string
  payload: S
  retry: Retry
  /** Timeout of one attempt; after that the job is retried, even if this process is gone. */
  timeoutSeconds: number
  /** How many of these jobs one process runs concurrently; default 1. */
  concurrency?: number
  /** Time of day in India, such as `03:30`: runs once a day, whatever the number of processes. */
  everyDayAt?: string
}
type PayloadSchema = z.ZodMiniType<object>
type Work<S extends PayloadSchema, P> = (ctx: ListenerCtx, payload: z.output<S>, prepared: P) => Promise<void>
/** May run twice if the process dies before the transaction commits, so its effects must tolerate that. */
type Prepare<S extends PayloadSchema, P> = (tools: JobTools, payload: z.output<S>) => Promise<P>

export type RunnableJob = Omit<JobPlan<PayloadSchema>, 'payload'> & {
  /** Does the slow part and returns the part that runs in the transaction, which also marks the job as done. */
  begin: (tools: JobTools, data: unknown) => Promise<(ctx: ListenerCtx) => Promise<void>>
}
export type Job<Payload extends object> = RunnableJob & {
  /** Refuses a payload that does not match its schema. */
  toData: (payload: Payload) => object
}

export function defineJob<S extends PayloadSchema>(plan: JobPlan<S> & { work: Work<S, undefined> }): Job<z.output<S>> {
  return definePreparedJob({ ...plan, prepare: async () => undefined })
}

/** Like servePrepared: for work that must not keep a transaction open, such as talking to a mail server. */
export function definePreparedJob<S extends PayloadSchema, P>(
  plan: JobPlan<S> & { prepare: Prepare<S, P>; work: Work<S, P> },
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
