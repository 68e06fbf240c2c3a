import type { Call, CallParsed, CallReply } from '@saathi/contract/core/call'
import { coreCodes } from '@saathi/contract/core/errors'
import { compileWire } from '@saathi/contract/core/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Actor, type Ctx, type Db, type PublicCtx, type World, inTransaction, withReadOnlyDb, type Claims } from './ctx.ts'
import { coreRefusal, Refusal } from './errors.ts'
import { type formMemory, type FormReservation, noReservation } from './http/form-memory.ts'
import { type Exchange, openExchange } from './http/exchange.ts'
import { findReply, oncePerKey, readIdempotencyKey, type IdempotencyKey } from './http/idempotency.ts'
import type { MaintenanceFlag } from './maintenance.ts'
import { inputParser } from './http/parse-input.ts'
import type { recentActors } from './http/recent-actors.ts'
import { withoutTexts, type StaffAct, type StaffActs } from './staff-acts.ts'

/** Provided by the accounts domain, so that core does not depend on it. */
export type Identity = {
  /** Null if the token is missing or invalid. */
  readToken: (authorization: string | undefined) => Promise<Claims | null>
  /** Null if the sign-in has ended or the person is disabled. */
  findActor: (db: Db, claims: Claims, now: Date) => Promise<Actor | null>
  can: (actor: Actor, action: string) => boolean
  /** Whether this person may work during maintenance. */
  mayEnterClosed: (actor: Actor) => boolean
  knowsAction: (action: string) => boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    world: World
    identity: Identity
    recentActors: ReturnType<typeof recentActors>
    maintenance: MaintenanceFlag
    publicPace: (ip: string) => number | null
    forms: ReturnType<typeof formMemory>
    staffActs: StaffActs
  }
  interface FastifyRequest {
    personId: number | null
    /** The signed-in person's, once known. */
    language: string | null
  }
}

type CtxFor<C extends Call> = C['action'] extends 'public' ? PublicCtx : Ctx
type Handle<C extends Call, P> = (ctx: CtxFor<C>, input: CallParsed<C>, exchange: Exchange, prepared: P) => Promise<CallReply<C>>
/** The caller, already authorised, before the transaction starts. */
export type CallerContext<C extends Call = Call> = { actor: CtxFor<C>['actor']; now: () => Date; exchange: Exchange }
/**
 * Slow work that needs no transaction, such as checking a password, must not keep one open; and attempts must be counted outside
 * of the transaction that a refusal rolls back.
 */
type Prepare<C extends Call, P> = (db: Db, input: CallParsed<C>, caller: CallerContext<C>) => Promise<P>

/** Refuses but commits the transaction, for example to record a detected token theft. */
export class CommittingRefusal extends Refusal {}

/** The people whom a staff call concerns, who can all see that it was made, and the reason if the call itself has none. */
type Concerned = { personIds: readonly number[]; reason?: string | null }
/** Returned by a call that browsers repeat without a change: the repeats are not recorded. */
export const NOTHING_NEW = 'nothing_new'
type FoundPerson = number | readonly number[] | Concerned | typeof NOTHING_NEW | null
/** Finds the people whom a staff call concerns, if its path does not name them. */
type FindPerson<C extends Call> = (
  db: Db,
  input: CallParsed<C>,
  caller: { staff: Actor; now: () => Date },
) => Promise<FoundPerson>

const toConcerned = (found: Exclude<FoundPerson, typeof NOTHING_NEW>): Concerned => {
  if (found === null) return { personIds: [] }
  if (typeof found === 'number') return { personIds: [found] }
  return 'personIds' in found ? found : { personIds: found }
}

export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: Handle<C, undefined>,
  findPerson?: FindPerson<C>,
): void {
  mount(app, call, null, handle, findPerson)
}

export function servePrepared<C extends Call, P>(
  app: FastifyInstance,
  call: C,
  prepare: Prepare<C, P>,
  handle: Handle<C, P>,
): void {
  mount(app, call, prepare, handle)
}

function mount<C extends Call, P>(
  app: FastifyInstance,
  call: C,
  prepare: Prepare<C, P> | null,
  handle: Handle<C, P>,
  findPerson?: FindPerson<C>,
): void {
  if (call.action !== 'public' && !app.identity.knowsAction(call.action)) {
    throw new Error(`${call.method} ${call.path} names the unknown action ${call.action}`)
  }
  const parseInput = inputParser(call)
  const { toWire } = compileWire(call.reply)
  const isReading = call.method === 'GET'
  const open = isReading ? withReadOnlyDb : inTransaction

  /** Checked again inside the transaction: preparing may take long enough for a sign-in to end. */
  async function callerContextOf(claims: Claims | null, request: FastifyRequest, exchange: Exchange) {
    const { db, clock } = app.world
    const actor = claims && (await requireActor(app.identity, { db, now: clock.now }, claims, call.action, request))
    return { actor, now: clock.now, exchange } as CallerContext<C>
  }

  /** Before the input is parsed, so that only staff see validation errors of staff calls. */
  async function requireStaff(claims: Claims | null, request: FastifyRequest) {
    if (!claims || !call.action.startsWith('staff.')) return null
    const { db, clock } = app.world
    return requireActor(app.identity, { db, now: clock.now }, claims, call.action, request)
  }

  /** Staff acts are recorded before they are done, once for each person they concern. */
  async function recordStaffAct(staff: Actor, request: FastifyRequest, input: CallParsed<C>) {
    const { db, clock } = app.world
    const found = (await findPerson?.(db, input, { staff, now: clock.now })) ?? personInPath(input)
    if (found === NOTHING_NEW) return []
    const { personIds, reason = null } = toConcerned(found)
    const act = { named: withoutTexts(input), reason: reasonIn(input) ?? reason }
    const numbers: number[] = []
    for (const personId of personIds.length > 0 ? personIds : [null])
      numbers.push((await record(staff, request, { ...act, personId })).number)
    return numbers
  }

  /** Acts cannot be changed, so a second act records that the first was refused: nothing was shown or done. */
  async function recordRefusal(staff: Actor, request: FastifyRequest, numbers: readonly number[], error: unknown) {
    const code = error instanceof Refusal ? error.code : 'failed'
    for (const number of numbers) await record(staff, request, { named: { refused: number, code } })
  }

  async function record(staff: Actor, request: FastifyRequest, act: Pick<StaffAct, 'named' | 'personId' | 'reason'>) {
    const { db, clock } = app.world
    const written = await app.staffActs.record(db, {
      ...act,
      at: clock.now(),
      staffId: staff.personId,
      call: `${call.method} ${call.path}`,
      address: request.ip,
    })
    if (written.isNewChain) request.log.error('staff acts: a new chain of seals starts, because the key has changed')
    return written
  }

  /**
   * A repeated request gets the stored reply before anything is prepared: the changes made by the first one would cause a
   * refusal.
   */
  async function prepareOnce(work: Prepare<C, P>, input: CallParsed<C>, caller: CallerContext<C>, repeat: IdempotencyKey | null) {
    const { db } = app.world
    const findFirstReply = async () => (caller.actor && repeat ? findReply(db, caller.actor.personId, repeat) : null)
    const earlier = await findFirstReply()
    if (earlier) return earlier
    try {
      return { prepared: await work(db, input, caller) }
    } catch (error) {
      const concurrent = await findFirstReply()
      if (concurrent) return concurrent
      throw error
    }
  }

  const refuseAsDeclared = (error: unknown): never => {
    throw requireDeclared(call, error)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, claims: Claims | null, reservation: FormReservation) {
    const staff = await requireStaff(claims, request)
    const input = await parseInput(request, reservation)
    if (!staff) return respond(request, reply, claims, input)
    const numbers = await recordStaffAct(staff, request, input)
    try {
      return await respond(request, reply, claims, input)
    } catch (error) {
      await recordRefusal(staff, request, numbers, error)
      throw error
    }
  }

  async function respond(request: FastifyRequest, reply: FastifyReply, claims: Claims | null, input: CallParsed<C>) {
    const repeat = readIdempotencyKey(call, request, input)
    const { exchange, applyTo } = openExchange(request)
    const caller = prepare && (await callerContextOf(claims, request, exchange))
    const ready = prepare && caller ? await prepareOnce(prepare, input, caller, repeat).catch(refuseAsDeclared) : null
    const work = async (ctx: PublicCtx) => {
      try {
        const find = isReading ? app.recentActors.find : app.identity.findActor
        if (claims) ctx.actor = await requireActor({ ...app.identity, findActor: find }, ctx, claims, call.action, request)
        const prepared = ready && 'prepared' in ready ? ready.prepared : undefined
        // Parsing drops fields that the contract does not name: a column added later stays private.
        const once = async () => toWire(call.reply.parse(await handle(ctx as CtxFor<C>, input, exchange, prepared as P)))
        return { body: repeat && ctx.actor ? await oncePerKey({ ...ctx, actor: ctx.actor }, repeat, once) : await once() }
      } catch (error) {
        if (error instanceof CommittingRefusal) return { refusal: error }
        throw error
      }
    }
    const outcome = ready && 'body' in ready ? ready : await open(app.world, request.log, work).catch(refuseAsDeclared)
    applyTo(reply)
    if ('refusal' in outcome) throw requireDeclared(call, outcome.refusal)
    if (isUnchanged(request, reply)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(outcome.body))
  }

  app.route({
    method: call.method,
    url: call.path,
    handler: async (request, reply) => {
      if (call.action === 'public' && isReading) requireWithinPace(app.publicPace(request.ip))
      const claims = call.action === 'public' ? null : await app.identity.readToken(request.headers.authorization)
      if (call.action !== 'public' && !claims) throw coreRefusal('core.signed_out')
      if (claims) await requireOpen(app, claims)
      // The body is read only for signed-in callers, so that strangers learn nothing about its format.
      const reservation = call.form ? await app.forms.open(request, reply, call.form, claims?.personId ?? null) : noReservation
      try {
        return await answer(request, reply, claims, reservation)
      } finally {
        reservation.release()
      }
    },
  })
}

const InPath = z.object({ params: z.object({ personId: z.int() }) })
const InQuery = z.object({ query: z.object({ reason: z.string() }) })
const InBody = z.object({ body: z.object({ reason: z.string() }) })

const personInPath = (input: unknown): number | null => InPath.safeParse(input).data?.params.personId ?? null

const reasonIn = (input: unknown): string | null =>
  InQuery.safeParse(input).data?.query.reason ?? InBody.safeParse(input).data?.body.reason ?? null

function requireWithinPace(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw coreRefusal('core.too_many', { retryAfterSeconds })
}

/** If the route sets an ETag, the client is spared a reply that it already has. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply): boolean {
  const version = reply.getHeader('etag')
  return version !== undefined && request.headers['if-none-match'] === version
}

const TRY_AGAIN_SECONDS = 30

/** The actor is looked up here only during maintenance; otherwise the check costs nothing. */
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
  request.language = actor.language
  if (!identity.can(actor, action)) throw coreRefusal('core.forbidden')
  return actor
}

/** A code missing from the contract is a bug. */
function requireDeclared(call: Call, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (call.errors.includes(error.code) || Object.hasOwn(coreCodes, error.code)) return error
  return new Error(`${call.method} ${call.path} must not fail with ${error.code}`, { cause: error })
}
