import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import type { Db } from '../ctx.ts'
import type { ListenerCtx } from '../events.ts'

/**
 * What reaches beyond the database: mail, files and the like (one with a `close` is closed at the end). A room adds its own by
 * `declare module '#core/jobs/define-job.ts' { interface Engines { mail: MailEngine } }`; app.ts makes them.
 */
export interface Engines {}

/** For slow work outside the transaction. The signal says that the time is up and nobody waits any more. */
export type JobTools = { db: Db; now: () => Date; log: FastifyBaseLogger; engines: Engines; signal: AbortSignal }

/**
 * `limit` is the number of attempts after the first; a stop of the server may use one up, so 0 is for what may be dropped.
 * With back-off the pause doubles each time, by up to as much again at random, until `maxDelaySeconds`.
 */
export type Retry = { limit: number; delaySeconds: number; backoff: boolean; maxDelaySeconds?: number }

type JobPlan<S extends PayloadSchema> = {
  /** `room.what_it_does` */
  name: string
  payload: S
  retry: Retry
  /** How long one attempt may take; after that another is made, even when this process is gone. */
  timeoutSeconds: number
  /** How many of them one process runs at the same time; 1 unless told. */
  concurrency?: number
  /** India's time of day, such as `03:30`: enqueued for every day, and run once, whatever the number of processes. */
  everyDayAt?: string
}
type PayloadSchema = z.ZodMiniType<object>
type Work<S extends PayloadSchema, P> = (ctx: ListenerCtx, payload: z.output<S>, prepared: P) => Promise<void>
/** An effect that may happen twice if the process dies before the transaction commits: it must bear that. */
type Prepare<S extends PayloadSchema, P> = (tools: JobTools, payload: z.output<S>) => Promise<P>

export type RunnableJob = Omit<JobPlan<PayloadSchema>, 'payload'> & {
  /** Does the slow part and gives back the part that runs in a transaction, which also marks the job as done. */
  begin: (tools: JobTools, data: unknown) => Promise<(ctx: ListenerCtx) => Promise<void>>
}
export type Job<Payload extends object> = RunnableJob & {
  /** A payload that its schema refuses never becomes a job. */
  toData: (payload: Payload) => object
}

export function defineJob<S extends PayloadSchema>(plan: JobPlan<S> & { work: Work<S, undefined> }): Job<z.output<S>> {
  return definePreparedJob({ ...plan, prepare: async () => undefined })
}

/** As servePrepared: for what must not hold a transaction open, such as talking to a mail server. */
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
