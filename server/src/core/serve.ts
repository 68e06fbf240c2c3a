import type { Call, CallParsed, CallReply } from '@saathi/contract/core/call'
import { coreCodes } from '@saathi/contract/core/errors'
import { compileWire } from '@saathi/contract/core/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Ctx, Db, PublicCtx, World } from './ctx.ts'
import { inTransaction, whileReading } from './ctx.ts'
import { coreRefusal, Refusal } from './errors.ts'
import { type formDesk, type Hold, nothingHeld } from './form-desk.ts'
import { type Exchange, openExchange } from './http-exchange.ts'
import { findReply, oncePerKey, readRepeatKey, type RepeatKey } from './idempotency.ts'
import type { MaintenanceFlag } from './maintenance.ts'
import { inputParser } from './parse-input.ts'
import type { recentActors } from './recent-actors.ts'
import { namedIn, type StaffActs } from './staff-acts.ts'

/** Handed in by the room that knows people, so that core need not. */
export type Identity = {
  /** Null for no token or one that does not verify. */
  readToken: (authorization: string | undefined) => Promise<Claims | null>
  /** Null when the sign-in is over or the person may no longer come in. */
  findActor: (db: Db, claims: Claims, now: Date) => Promise<Actor | null>
  can: (actor: Actor, action: string) => boolean
  /** Whether this person works while the product is closed for everybody else. */
  mayEnterClosed: (actor: Actor) => boolean
  knowsAction: (action: string) => boolean
}
export type Claims = { personId: number; sessionId: string; expiresAt: Date }

declare module 'fastify' {
  interface FastifyInstance {
    world: World
    identity: Identity
    recentActors: ReturnType<typeof recentActors>
    maintenance: MaintenanceFlag
    publicPace: (ip: string) => number | null
    forms: ReturnType<typeof formDesk>
    staffActs: StaffActs
  }
  interface FastifyRequest {
    personId: number | null
  }
}

type CtxFor<C extends Call> = C['action'] extends 'public' ? PublicCtx : Ctx
type Handle<C extends Call, P> = (ctx: CtxFor<C>, input: CallParsed<C>, exchange: Exchange, prepared: P) => Promise<CallReply<C>>
/** Who asks, already found to be allowed, and from where; there is no transaction yet to raise or push in. */
export type Asking<C extends Call = Call> = { actor: CtxFor<C>['actor']; now: () => Date; exchange: Exchange }
/**
 * Slow work that needs no transaction, such as checking a password, must not hold one open;
 * and a counted attempt must be written outside of what a refusal undoes.
 */
type Prepare<C extends Call, P> = (db: Db, input: CallParsed<C>, asking: Asking<C>) => Promise<P>

/** Thrown to refuse and yet keep what the transaction wrote, as when a theft is noticed and must be recorded. */
export class RefusalThatKeeps extends Refusal {}

export function serve<C extends Call>(app: FastifyInstance, call: C, handle: Handle<C, undefined>): void {
  mount(app, call, null, handle)
}

export function servePrepared<C extends Call, P>(
  app: FastifyInstance,
  call: C,
  prepare: Prepare<C, P>,
  handle: Handle<C, P>,
): void {
  mount(app, call, prepare, handle)
}

function mount<C extends Call, P>(app: FastifyInstance, call: C, prepare: Prepare<C, P> | null, handle: Handle<C, P>): void {
  if (call.action !== 'public' && !app.identity.knowsAction(call.action)) {
    throw new Error(`${call.method} ${call.path} names the unknown action ${call.action}`)
  }
  const parseInput = inputParser(call)
  const { toWire } = compileWire(call.reply)
  const isReading = call.method === 'GET'
  const open = isReading ? whileReading : inTransaction

  /** Asked again inside the transaction: what was prepared may have taken long enough for a sign-in to end. */
  async function askingOf(claims: Claims | null, request: FastifyRequest, exchange: Exchange) {
    const { db, clock } = app.world
    const actor = claims && (await requireActor(app.identity, { db, now: clock.now }, claims, call.action, request))
    return { actor, now: clock.now, exchange } as Asking<C>
  }

  /** Before anything of the call is read: what the team can send is nobody else's business. */
  async function requireStaff(claims: Claims | null, request: FastifyRequest) {
    if (!claims || !call.action.startsWith('staff.')) return null
    const { db, clock } = app.world
    return requireActor(app.identity, { db, now: clock.now }, claims, call.action, request)
  }

  /** What the team does is on record before it is done. */
  async function writeDown(staff: Actor, request: FastifyRequest, input: CallParsed<C>) {
    const { db, clock } = app.world
    const named = namedIn(input)
    const isNewChain = await app.staffActs.record(db, {
      at: clock.now(),
      staffId: staff.personId,
      call: `${call.method} ${call.path}`,
      named,
      address: request.ip,
    })
    if (isNewChain) request.log.error('acts of the team: a new chain of seals starts, because the key has changed')
  }

  /** A repeat is answered like the first before anything is prepared again: what the first has done would only refuse it. */
  async function makeReady(work: Prepare<C, P>, input: CallParsed<C>, asking: Asking<C>, repeat: RepeatKey | null) {
    const { db } = app.world
    const findEarlier = async () => (asking.actor && repeat ? findReply(db, asking.actor.personId, repeat) : null)
    const earlier = await findEarlier()
    if (earlier) return earlier
    try {
      return { prepared: await work(db, input, asking) }
    } catch (error) {
      const meanwhile = await findEarlier()
      if (meanwhile) return meanwhile
      throw error
    }
  }

  const refuseAsDeclared = (error: unknown): never => {
    throw declared(call, error)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, claims: Claims | null, hold: Hold) {
    const staff = await requireStaff(claims, request)
    const input = await parseInput(request, hold)
    if (staff) await writeDown(staff, request, input)
    const repeat = readRepeatKey(call, request, input)
    const { exchange, applyTo } = openExchange(request)
    const asking = prepare && (await askingOf(claims, request, exchange))
    const ready = prepare && asking ? await makeReady(prepare, input, asking, repeat).catch(refuseAsDeclared) : null
    const work = async (ctx: PublicCtx) => {
      try {
        const find = isReading ? app.recentActors.find : app.identity.findActor
        if (claims) ctx.actor = await requireActor({ ...app.identity, findActor: find }, ctx, claims, call.action, request)
        const prepared = ready && 'prepared' in ready ? ready.prepared : undefined
        // Parsing drops what the contract does not name: a column added tomorrow stays inside.
        const once = async () => toWire(call.reply.parse(await handle(ctx as CtxFor<C>, input, exchange, prepared as P)))
        return { body: repeat && ctx.actor ? await oncePerKey({ ...ctx, actor: ctx.actor }, repeat, once) : await once() }
      } catch (error) {
        if (error instanceof RefusalThatKeeps) return { refusal: error }
        throw error
      }
    }
    const outcome = ready && 'body' in ready ? ready : await open(app.world, request.log, work).catch(refuseAsDeclared)
    applyTo(reply)
    if ('refusal' in outcome) throw declared(call, outcome.refusal)
    if (isKnownTo(request, reply)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(outcome.body))
  }

  app.route({
    method: call.method,
    url: call.path,
    handler: async (request, reply) => {
      if (call.action === 'public' && isReading) requireSlow(app.publicPace(request.ip))
      const claims = call.action === 'public' ? null : await app.identity.readToken(request.headers.authorization)
      if (call.action !== 'public' && !claims) throw coreRefusal('core.signed_out')
      if (claims) await requireOpen(app, claims)
      // Only a signed-in caller's body is worth reading, and a stranger learns nothing of what it should hold.
      const hold = call.form ? await app.forms.open(request, reply, call.form, claims?.personId ?? null) : nothingHeld
      try {
        return await answer(request, reply, claims, hold)
      } finally {
        hold.release()
      }
    },
  })
}

function requireSlow(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw coreRefusal('core.too_many', { retryAfterSeconds })
}

/** A route that names the version it sends spares the phone what it already holds. */
function isKnownTo(request: FastifyRequest, reply: FastifyReply): boolean {
  const version = reply.getHeader('etag')
  return version !== undefined && request.headers['if-none-match'] === version
}

const TRY_AGAIN_SECONDS = 30

/** Who asks is looked up here only while it is closed; otherwise a call pays nothing for the question. */
async function requireOpen({ maintenance, identity, recentActors, world }: FastifyInstance, claims: Claims): Promise<void> {
  if (!(await maintenance.isOn())) return
  const actor = await recentActors.find(world.db, claims, world.clock.now())
  if (!actor) throw coreRefusal('core.signed_out')
  if (!identity.mayEnterClosed(actor)) throw coreRefusal('core.maintenance', { retryAfterSeconds: TRY_AGAIN_SECONDS })
}

async function requireActor(
  identity: Identity,
  ctx: Pick<PublicCtx, 'db' | 'now'>,
  claims: Claims,
  action: string,
  request: FastifyRequest,
) {
  const actor = await identity.findActor(ctx.db, claims, ctx.now())
  if (!actor) throw coreRefusal('core.signed_out')
  request.personId = actor.personId
  if (!identity.can(actor, action)) throw coreRefusal('core.forbidden')
  return actor
}

/** A code missing from the contract is a bug, however well the caller would cope. */
function declared(call: Call, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (call.errors.includes(error.code) || Object.hasOwn(coreCodes, error.code)) return error
  return new Error(`${call.method} ${call.path} may not fail with ${error.code}`, { cause: error })
}
