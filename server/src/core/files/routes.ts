import { uploadFile } from '@saathi/contract/core/files'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { inTransaction, type PublicCtx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { type Identity, servePrepared } from '#core/serve.ts'
import { describeFile } from './describe-file.ts'
import { contentDisposition } from './file-names.ts'
import { keyOf, type Variant } from './file-store.ts'
import { servedImageTypes } from './kinds.ts'
import { LINK_SECONDS, type LinkClaims } from './links.ts'
import type { Files } from './open-files.ts'
import { type FileRow, findFile } from './store.ts'
import { insertUpload, storeUpload } from './upload.ts'

export async function filesRoutes(app: FastifyInstance, { files, limits }: { files: Files; limits: Limits }) {
  servePrepared(
    app,
    uploadFile,
    async (db, { form }, { actor, now }) => {
      await requireWithinLimits(db, now(), [{ limits: limits.uploadPerPerson, key: String(actor.personId) }])
      return storeUpload(files, form.fields.purpose, form.files.file, { personId: actor.personId, log: app.log })
    },
    async (ctx, _input, _exchange, upload) => describeFile(ctx, await insertUpload(ctx, upload)),
  )

  // Not a call of the contract: the browser opens it without a token, and it answers with bytes.
  app.get<{ Params: { token: string } }>('/api/v2/files/:token/', async (request, reply) => {
    const claims = app.world.fileLinks.read(request.params.token)
    const file = claims && (await inTransaction(app.world, request.log, (ctx) => findReadable(app.identity, files, ctx, claims)))
    if (!claims || !file) throw coreRefusal('core.not_found')
    request.personId = claims.personId
    const bytes = await files.store.get(keyOf(file.id, claims.variant))
    if (!bytes) {
      request.log.error({ fileId: file.id }, 'files: the bytes of a row are missing')
      throw coreRefusal('core.not_found')
    }
    return describeBytes(reply, file, claims.variant).send(bytes)
  })
}

/** Null for an expired link, an ended sign-in, a forbidden file and a missing one, so that the replies are identical. */
async function findReadable(identity: Identity, files: Files, ctx: PublicCtx, claims: LinkClaims): Promise<FileRow | null> {
  const lastsMs = claims.expiresAt.getTime() - ctx.now().getTime()
  // No link is valid for that long: the clock was set back after this one was made.
  if (lastsMs <= 0 || lastsMs > (LINK_SECONDS + 60) * 1000) return null
  const actor = await identity.findActor(ctx.db, claims, ctx.now())
  const file = actor && (await findFile(ctx.db, claims.fileId))
  const purpose = file && Object.hasOwn(files.purposes, file.purpose) ? files.purposes[file.purpose] : undefined
  if (!actor || !file || !purpose) return null
  return (await purpose.mayRead({ ...ctx, actor }, file)) ? file : null
}

/** Only images that we encoded are shown inline; everything else is downloaded. */
function describeBytes(reply: FastifyReply, file: FileRow, variant: Variant): FastifyReply {
  const isSmall = variant === 'thumbnail'
  const type = isSmall ? 'image/webp' : file.type
  const name = isSmall ? `${file.name.slice(0, file.name.lastIndexOf('.') + 1)}webp` : file.name
  return reply
    .header('content-type', type)
    .header('content-length', isSmall ? (file.thumbnailSize ?? 0) : file.size)
    .header('content-disposition', contentDisposition(servedImageTypes.includes(type) ? 'inline' : 'attachment', name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
}
