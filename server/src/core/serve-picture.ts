import type { FastifyInstance } from 'fastify'
import { inTransaction, type PublicCtx } from './ctx.ts'

const ONE_YEAR_SECONDS = 31_536_000

/**
 * A picture that pages show by an address with its hash, so that it may be kept for good. It is no call of the
 * contract: what is under an address never changes, and anyone who knows the hash may see it.
 */
export function servePicture(
  app: FastifyInstance,
  path: `/media/${string}`,
  find: (ctx: PublicCtx, hash: string) => Promise<{ type: string; bytes: Buffer }>,
): void {
  app.get<{ Params: { hash: string } }>(path, async (request, reply) => {
    const { type, bytes } = await inTransaction(app.world, request.log, (ctx) => find(ctx, request.params.hash))
    return (
      reply
        .header('content-type', type)
        .header('cache-control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`)
        .header('x-content-type-options', 'nosniff')
        // Opened on its own, a drawing runs nothing and reaches nothing.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .send(bytes)
    )
  })
}
