import type { Role, StaffRole } from '@saathi/contract/accounts/roles'
import type { LiveEvent } from '@saathi/contract/live'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'
import type { Db } from './db/open.ts'
import { readOnly } from './db/read-only.ts'
import type { DomainEvent, DomainEvents } from './events.ts'
import type { Links } from './files/links.ts'
import type { EnqueuableJob, EnqueueOptions, JobQueue } from './jobs/job-queue.ts'

export type { Db } from './db/open.ts'

/** The signed-in person. Known only from a verified token, never from other parts of the request. */
export type Actor = {
  personId: number
  sessionId: string
  role: Role
  language: string
  /** The second factor was given recently for this sign-in. */
  hasSecondFactor: boolean
  /** Empty for members. */
  rights: readonly StaffRight[]
}

/** A role in one programme; null for all programmes and the settings of the instance. */
export type StaffRight = { role: StaffRole; projectId: number | null }

/** The content of a verified access token. */
export type Claims = { personId: number; sessionId: string; expiresAt: Date }

/** Which sockets receive it: those of these people, those of these sign-ins, or those of everyone. */
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
  /** For calling a hook of every domain. */
  domains: readonly DomainParts[]
  /** Sent only after the transaction has committed. */
  push: (delivery: Delivery) => void
  /** A message of a domain to itself on every server, sent only after the transaction has committed. */
  publishToTopic: (topic: string, text: string) => void
  /** For durable background work: the job exists once this transaction has committed. */
  enqueue: <P extends object>(job: EnqueuableJob<P>, payload: P, options?: EnqueueOptions) => Promise<void>
  /** Links to a page of ours at the configured URL; the request's host is never trusted. */
  linkTo: (path: `/${string}`) => string
  /** Signs the links that describeFile returns. */
  fileLinks: Links
  /** Signs a text, so that somebody with write access to the database only cannot forge it. */
  sealText: (text: string) => Buffer
  log: FastifyBaseLogger
}
export type PublicCtx = Omit<Ctx, 'actor'> & { actor: Actor | null }

/** Listeners have no actor: they run in the emitter's transaction, at its time. */
export type ListenerCtx = Omit<Ctx, 'actor'>

export type Listeners = {
  [Type in keyof DomainEvents]?: (ctx: ListenerCtx, event: { type: Type } & DomainEvents[Type]) => Promise<void>
}

/**
 * Hooks that one domain calls in all others. The calling domain declares its hook with
 * `declare module '#core/ctx.ts' { interface DomainHooks { … } }`.
 * @public
 */
export interface DomainHooks {
  /** Returns the data that the domain stores about a person. Links to files are signed for this sign-in. */
  exportPerson: (ctx: ListenerCtx, person: { personId: number; signInId: string }) => Promise<unknown>
  /** Erases the data that the domain stores about a person. */
  erasePerson: (ctx: ListenerCtx, personId: number) => Promise<void>
}

/** The listeners and hooks of a domain. */
export type DomainParts = Partial<DomainHooks> & { name: string; listeners?: Listeners }

export type World = {
  db: Db
  clock: Clock
  domains: readonly DomainParts[]
  deliver: (delivery: Delivery) => void
  publishToTopic: (topic: string, text: string) => void
  /** Whether this is the only server. */
  isSingleServer: boolean
  jobs: Pick<JobQueue, 'enqueue'>
  linkTo: Ctx['linkTo']
  fileLinks: Links
  sealText: Ctx['sealText']
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
    raise: (event) => dispatch(world.domains, ctx, event),
    domains: world.domains,
    enqueue: (job, payload, options) => world.jobs.enqueue(db, job, payload, options),
    linkTo: world.linkTo,
    fileLinks: world.fileLinks,
    sealText: world.sealText,
  }
  return ctx
}

/** Runs the listeners one after the other; an error in one undoes the whole transaction. */
async function dispatch(domains: readonly DomainParts[], ctx: ListenerCtx, event: DomainEvent): Promise<void> {
  for (const { listeners = {} } of domains) {
    const listener: unknown = listeners[event.type]
    // The event's type selected the listener, which the compiler cannot follow through a union of keys.
    if (typeof listener === 'function') await (listener as (ctx: ListenerCtx, event: DomainEvent) => Promise<void>)(ctx, event)
  }
}

export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
