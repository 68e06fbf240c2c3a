import type { Role } from '@saathi/contract/accounts/roles'
import type { LiveEvent } from '@saathi/contract/live'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'
import type { Db } from './db/open.ts'
import { readOnly } from './db/read-only.ts'
import { dispatch, type DomainEvent, type Listeners } from './events.ts'
import type { Links } from './files/links.ts'
import type { Job } from './jobs/define-job.ts'
import type { EnqueueOptions, JobQueue } from './jobs/job-queue.ts'

export type { Db } from './db/open.ts'

/** The signed-in person. Known only from a verified token, never from other parts of the request. */
export type Actor = {
  personId: number
  sessionId: string
  role: Role
  language: string
  /** Provided for this sign-in, recently. */
  hasSecondFactor: boolean
}

/** For all sockets of these people, for those of these sign-ins, or for everyone who is signed in. */
export type Delivery =
  | { to: readonly number[]; event: LiveEvent }
  | { toSignIns: readonly string[]; event: LiveEvent }
  | { toEveryone: true; event: LiveEvent }

/** Everything a service gets: actor, transaction and time. */
export type Ctx = {
  db: Db
  actor: Actor
  now: () => Date
  /** Runs the listeners at once, in this transaction. */
  raise: (event: DomainEvent) => Promise<void>
  /** Sent only after the transaction has committed. */
  push: (delivery: Delivery) => void
  /** A message of a domain to itself on every server, sent only after the transaction has committed. */
  publishToTopic: (topic: string, text: string) => void
  /** For durable background work: the job exists once this transaction has committed. */
  enqueue: <P extends object>(job: Job<P>, payload: P, options?: EnqueueOptions) => Promise<void>
  /** Links to a page of ours at the configured URL; the request's host is never trusted. */
  linkTo: (path: `/${string}`) => string
  /** Signs the links that describeFile returns. */
  fileLinks: Links
  log: FastifyBaseLogger
}
export type PublicCtx = Omit<Ctx, 'actor'> & { actor: Actor | null }

export type World = {
  db: Db
  clock: Clock
  listeners: readonly Listeners[]
  deliver: (delivery: Delivery) => void
  publishToTopic: (topic: string, text: string) => void
  /** Whether this is the only server. */
  isSingleServer: boolean
  jobs: Pick<JobQueue, 'enqueue'>
  linkTo: Ctx['linkTo']
  fileLinks: Links
}

const MAX_ATTEMPTS = 4
/** Serialization failure and deadlock: PostgreSQL aborted one of two conflicting transactions, which can run again. */
const retryable = new Set(['40001', '40P01'])

export async function inTransaction<T>(world: World, log: FastifyBaseLogger, work: (ctx: PublicCtx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const pending: (() => void)[] = []
    try {
      const result = await world.db.transaction().execute((db) => work(openCtx(world, log, db, pending)))
      for (const leave of pending) leave()
      return result
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !retryable.has(sqlState(error))) throw error
    }
  }
}

/**
 * A call that only reads needs no transaction, which saves two round trips to the database. The database handle refuses writes.
 */
export async function withReadOnlyDb<T>(world: World, log: FastifyBaseLogger, work: (ctx: PublicCtx) => Promise<T>): Promise<T> {
  const pending: (() => void)[] = []
  const result = await work(openCtx(world, log, readOnly(world.db), pending))
  for (const leave of pending) leave()
  return result
}

function openCtx(world: World, log: FastifyBaseLogger, db: Db, pending: (() => void)[]): PublicCtx {
  const ctx: PublicCtx = {
    db,
    actor: null,
    log,
    now: world.clock.now,
    push: (delivery) => pending.push(() => world.deliver(delivery)),
    publishToTopic: (topic, text) => pending.push(() => world.publishToTopic(topic, text)),
    raise: (event) => dispatch(world.listeners, ctx, event),
    enqueue: (job, payload, options) => world.jobs.enqueue(db, job, payload, options),
    linkTo: world.linkTo,
    fileLinks: world.fileLinks,
  }
  return ctx
}

export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
