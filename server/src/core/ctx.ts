import type { Role } from '@saathi/contract/accounts/roles'
import type { LiveEvent } from '@saathi/contract/live'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'
import type { Db } from './db/open.ts'
import { readingOnly } from './db/reading-only.ts'
import { dispatch, type DomainEvent, type Listeners } from './events.ts'
import type { Links } from './files/links.ts'
import type { Job } from './jobs/define-job.ts'
import type { EnqueueOptions, JobQueue } from './jobs/job-queue.ts'

export type { Db } from './db/open.ts'

/** Who asks. Known only from a verified token, never from anything else the request says. */
export type Actor = {
  personId: number
  sessionId: string
  role: Role
  language: string
  /** Given on this sign-in, not long ago. */
  hasSecondFactor: boolean
}

/** To all sockets of these people, to those of these sign-ins alone, or to everyone who is signed in. */
export type Delivery =
  | { to: readonly number[]; event: LiveEvent }
  | { toSignIns: readonly string[]; event: LiveEvent }
  | { toEveryone: true; event: LiveEvent }

/** All a service may know of the world: who asks, in which transaction, at what time. */
export type Ctx = {
  db: Db
  actor: Actor
  now: () => Date
  /** Listeners run here and now, in this transaction. */
  raise: (event: DomainEvent) => Promise<void>
  /** Leaves only once the transaction has committed. */
  push: (delivery: Delivery) => void
  /** What a room says to itself on every server; like a push it leaves only once the transaction has committed. */
  tell: (topic: string, text: string) => void
  /** What must not be lost and may take its time: it exists once this transaction has committed. */
  enqueue: <P extends object>(job: Job<P>, payload: P, options?: EnqueueOptions) => Promise<void>
  /** A page of ours, at the configured address; what a request says of its host is never believed. */
  linkTo: (path: `/${string}`) => string
  /** Signs the links that describeFile hands out. */
  fileLinks: Links
  log: FastifyBaseLogger
}
export type PublicCtx = Omit<Ctx, 'actor'> & { actor: Actor | null }

export type World = {
  db: Db
  clock: Clock
  listeners: readonly Listeners[]
  deliver: (delivery: Delivery) => void
  tell: (topic: string, text: string) => void
  /** Whether this is the only server. */
  isAlone: boolean
  jobs: Pick<JobQueue, 'enqueue'>
  linkTo: Ctx['linkTo']
  fileLinks: Links
}

const MAX_ATTEMPTS = 4
/** The database gave up one of two transactions that stood in each other's way; the loser simply runs again. */
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
 * A call that only reads needs no transaction: each statement sees its own moment, and two journeys to the database
 * are saved. That it only reads is held by the database handle itself.
 */
export async function whileReading<T>(world: World, log: FastifyBaseLogger, work: (ctx: PublicCtx) => Promise<T>): Promise<T> {
  const pending: (() => void)[] = []
  const result = await work(openCtx(world, log, readingOnly(world.db), pending))
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
    tell: (topic, text) => pending.push(() => world.tell(topic, text)),
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
