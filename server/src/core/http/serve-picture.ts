import type { FastifyInstance, FastifyReply } from 'fastify'
import { inTransaction, type PublicCtx } from '../ctx.ts'

const ONE_YEAR_SECONDS = 31_536_000
const ONE_MONTH_SECONDS = 2_592_000

type Picture = { type: string; bytes: Buffer }

/**
 * A picture whose URL contains its hash or an unguessable number, so that it may be cached forever. It is not a call of the
 * contract: its content never changes, and anybody who knows the URL may see it.
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

/**
 * A shipped file, read without the database. Its name stays the same if the drawing changes, so it is cached for a limited time.
 */
export function servePictureFile(app: FastifyInstance, path: `/media/${string}`, read: (name: string) => Promise<Picture>): void {
  app.get<{ Params: { name: string } }>(path, async (request, reply) =>
    show(reply, await read(request.params.name), `max-age=${ONE_MONTH_SECONDS}`),
  )
}

const show = (reply: FastifyReply, { type, bytes }: Picture, maxAge: string): FastifyReply =>
  reply
    .header('content-type', type)
    .header('cache-control', `public, ${maxAge}`)
    .header('x-content-type-options', 'nosniff')
    // Opened directly, an SVG runs no scripts and loads nothing.
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(bytes)
