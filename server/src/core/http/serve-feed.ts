import type { FastifyInstance } from 'fastify'
import { type PublicCtx, withReadOnlyDb } from '../ctx.ts'
import { coreRefusal } from '../errors.ts'
import type { Limit } from '../limits/limits.ts'
import { requireWithinLimits } from '../limits/require-within-limits.ts'

type Feed<C extends { personId: number }> = {
  /** Null for tokens that we did not sign. */
  read: (token: string) => C | null
  /** Per URL, so that using an ended URL does not count against the next. */
  limits: readonly Limit[]
  type: string
  fileName: string
  /** Null if there is nothing at this URL, or nothing any more. */
  write: (ctx: PublicCtx, claims: C) => Promise<string | null>
}

/**
 * A text that a program of the reader, such as a calendar, fetches by a secret URL. It is not a call of the contract: it has no
 * sign-in and does not answer with JSON.
 */
export function serveFeed<C extends { personId: number }>(app: FastifyInstance, path: `/api/${string}/:token/`, feed: Feed<C>) {
  app.get<{ Params: { token: string } }>(path, async (request, reply) => {
    const { token } = request.params
    const claims = feed.read(token)
    if (!claims) throw coreRefusal('core.not_found')
    const { db, clock } = app.world
    await requireWithinLimits(db, clock.now(), [{ limits: feed.limits, key: token }])
    const text = await withReadOnlyDb(app.world, request.log, (ctx) => feed.write(ctx, claims))
    if (text === null) throw coreRefusal('core.not_found')
    request.personId = claims.personId
    return reply
      .header('content-type', feed.type)
      .header('content-disposition', `inline; filename="${feed.fileName}"`)
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(text)
  })
}
