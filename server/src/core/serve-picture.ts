import type { FastifyInstance, FastifyReply } from 'fastify'
import { inTransaction, type PublicCtx } from './ctx.ts'

const ONE_YEAR_SECONDS = 31_536_000
const ONE_MONTH_SECONDS = 2_592_000

type Picture = { type: string; bytes: Buffer }

/**
 * A picture that pages show by an address with its hash, or with a number that nobody can guess, so that it may be kept for
 * good. It is no call of the contract: what is under an address never changes, and anyone who knows it may see it.
 */
export function servePicture(
  app: FastifyInstance,
  path: `/media/${string}`,
  find: (ctx: PublicCtx, hash: string) => Promise<Picture>,
): void {
  app.get<{ Params: { hash: string } }>(path, async (request, reply) => {
    const picture = await inTransaction(app.world, request.log, (ctx) => find(ctx, request.params.hash))
    return show(reply, picture, `max-age=${ONE_YEAR_SECONDS}, immutable`)
  })
}

/** A file that is shipped, for which nobody asks the database. Its name stays when it is drawn anew, so it is kept for a while. */
export function servePictureFile(app: FastifyInstance, path: `/media/${string}`, read: (name: string) => Promise<Picture>): void {
  app.get<{ Params: { name: string } }>(path, async (request, reply) =>
    show(reply, await read(request.params.name), `max-age=${ONE_MONTH_SECONDS}`),
  )
}

const show = (reply: FastifyReply, { type, bytes }: Picture, kept: string): FastifyReply =>
  reply
    .header('content-type', type)
    .header('cache-control', `public, ${kept}`)
    .header('x-content-type-options', 'nosniff')
    // Opened on its own, a drawing runs nothing and reaches nothing.
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(bytes)
