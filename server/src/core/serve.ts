import type { Call, CallParsed, CallReply } from '@saathi/contract/core/call'
import { coreCodes } from '@saathi/contract/core/errors'
import { compileWire } from '@saathi/contract/core/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Ctx, Db, PublicCtx, World } from './ctx.ts'
import { inTransaction } from './ctx.ts'
import { coreRefusal, Refusal } from './errors.ts'
import { type Exchange, openExchange } from './http-exchange.ts'
import { oncePerKey, readRepeatKey } from './idempotency.ts'
import { inputParser } from './parse-input.ts'

/** Handed in by the room that knows people, so that core need not. */
export type Identity = {
  /** Null for no token or one that does not verify. */
  readToken: (authorization: string | undefined) => Promise<Claims | null>
  /** Null when the sign-in is over or the person may no longer come in. */
  findActor: (db: Db, claims: Claims, now: Date) => Promise<Actor | null>
  can: (actor: Actor, action: string) => boolean
  knowsAction: (action: string) => boolean
}
export type Claims = { personId: number; sessionId: string; expiresAt: Date }

declare module 'fastify' {
  interface FastifyInstance {
    world: World
    identity: Identity
  }
  interface FastifyRequest {
    personId: number | null
  }
}

type CtxFor<C extends Call> = C['action'] extends 'public' ? PublicCtx : Ctx
type Handle<C extends Call, P> = (ctx: CtxFor<C>, input: CallParsed<C>, exchange: Exchange, prepared: P) => Promise<CallReply<C>>
/** Slow work that needs no transaction, such as checking a password, must not hold one open. */
type Prepare<C extends Call, P> = (db: Db, input: CallParsed<C>) => Promise<P>

/** Thrown to refuse and yet keep what the transaction wrote, as when a theft is noticed and must be recorded. */
export class RefusalThatKeeps extends Refusal {}

export function serve<C extends Call>(app: FastifyInstance, call: C, handle: Handle<C, undefined>): void {
  servePrepared(app, call, async () => undefined, handle)
}

export function servePrepared<C extends Call, P>(
  app: FastifyInstance,
  call: C,
  prepare: Prepare<C, P>,
  handle: Handle<C, P>,
): void {
  if (call.action !== 'public' && !app.identity.knowsAction(call.action)) {
    throw new Error(`${call.method} ${call.path} names the unknown action ${call.action}`)
  }
  const parseInput = inputParser(call)
  const { toWire } = compileWire(call.reply)

  app.route({
    method: call.method,
    url: call.path,
    handler: async (request, reply) => {
      const claims = call.action === 'public' ? null : await app.identity.readToken(request.headers.authorization)
      if (call.action !== 'public' && !claims) throw coreRefusal('core.signed_out')
      // Only a signed-in caller's body is worth reading, and a stranger learns nothing of what it should hold.
      const input = await parseInput(request)
      const { exchange, applyTo } = openExchange(request)
      const prepared = await prepare(app.world.db, input)
      const outcome = await inTransaction(app.world, request.log, async (ctx) => {
        try {
          if (claims) ctx.actor = await requireActor(app.identity, ctx, claims, call.action, request)
          // Parsing drops what the contract does not name: a column added tomorrow stays inside.
          const work = async () => toWire(call.reply.parse(await handle(ctx as CtxFor<C>, input, exchange, prepared)))
          const repeat = readRepeatKey(call, request, input)
          return { body: repeat && ctx.actor ? await oncePerKey({ ...ctx, actor: ctx.actor }, repeat, work) : await work() }
        } catch (error) {
          if (error instanceof RefusalThatKeeps) return { refusal: error }
          throw error
        }
      }).catch((error: unknown) => {
        throw declared(call, error)
      })
      applyTo(reply)
      if ('refusal' in outcome) throw declared(call, outcome.refusal)
      if (isKnownTo(request, reply)) return reply.code(304).send()
      return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(outcome.body))
    },
  })
}

/** A route that names the version it sends spares the phone what it already holds. */
function isKnownTo(request: FastifyRequest, reply: FastifyReply): boolean {
  const version = reply.getHeader('etag')
  return version !== undefined && request.headers['if-none-match'] === version
}

async function requireActor(identity: Identity, ctx: PublicCtx, claims: Claims, action: string, request: FastifyRequest) {
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
