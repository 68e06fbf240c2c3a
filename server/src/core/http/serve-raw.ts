import type { FastifyInstance, FastifyReply } from 'fastify'
import { inTransaction, type PublicCtx, withReadOnlyDb } from '../ctx.ts'
import { coreRefusal } from '../errors.ts'
import type { Limit } from '../limits/limits.ts'
import { requireWithinLimits } from '../limits/require-within-limits.ts'

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

type Part = { start: number; length: number }
export type ServedRecording = { type: string; size: number; read: (part: Part) => Promise<Buffer> }

/** Like `servePicture`, with range requests: players need them to seek, and some refuse to play without them. */
export function serveRecording(
  app: FastifyInstance,
  path: `/media/${string}`,
  find: (ctx: PublicCtx, hash: string) => Promise<ServedRecording>,
): void {
  app.get<{ Params: { hash: string } }>(path, async (request, reply) => {
    const { range } = request.headers
    const found = await inTransaction(app.world, request.log, async (ctx) => {
      const { type, size, read } = await find(ctx, request.params.hash)
      const part = partOf(range, size)
      return { type, size, part, bytes: part && (await read(part)) }
    })
    const { type, size, part, bytes } = found
    reply.header('accept-ranges', 'bytes')
    if (!part || !bytes) return reply.code(416).header('content-range', `bytes */${size}`).send()
    if (range !== undefined && part.length < size)
      reply.code(206).header('content-range', `bytes ${part.start}-${part.start + part.length - 1}/${size}`)
    return show(reply, { type, bytes }, `max-age=${ONE_YEAR_SECONDS}, immutable`)
  })
}

/**
 * The requested range; null if it is outside of the recording. A request for several ranges, or in another unit than bytes, gets
 * the whole recording, as the standard allows.
 */
function partOf(range: string | undefined, size: number): Part | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return { start: 0, length: size }
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  return start > end ? null : { start, length: end - start + 1 }
}

const show = (reply: FastifyReply, { type, bytes }: Picture, maxAge: string): FastifyReply =>
  reply
    .header('content-type', type)
    .header('cache-control', `public, ${maxAge}`)
    .header('x-content-type-options', 'nosniff')
    // Prevents an SVG that is opened directly from running scripts and loading anything.
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(bytes)

type Feed<C extends { personId: number }> = {
  /** Null for tokens that we did not sign. */
  read: (token: string) => C | null
  /** Per URL, so that using an ended URL does not count against the next. */
  limits: readonly Limit[]
  type: string
  fileName: string
  /** Null if the URL is unknown or no longer valid. */
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
