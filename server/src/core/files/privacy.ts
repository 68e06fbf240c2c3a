import type { DomainParts } from '#core/ctx.ts'
import { describeFile, type LinkCtx } from './describe-file.ts'
import { deleteFilesAndBytes } from './jobs.ts'
import { type FileRow, findFilesOf } from './store.ts'

/** Includes uploaded files in the export and in the erasure of a person's data. */
export const filesParts: DomainParts = {
  name: 'files',
  exportPerson: async (ctx, { personId, signInId }) => {
    const reader = { ...ctx, actor: { personId, sessionId: signInId } }
    return (await findFilesOf(ctx.db, personId)).map((file) => describeOwn(reader, file))
  },
  erasePerson: async (ctx, personId) => {
    const files = await findFilesOf(ctx.db, personId)
    await deleteFilesAndBytes(
      ctx,
      files.map(({ id }) => id),
    )
  },
}

function describeOwn(ctx: LinkCtx, file: FileRow) {
  const { id, name, type, size, url, expiresAt } = describeFile(ctx, file)
  return { id, purpose: file.purpose, name, type, size, uploadedAt: file.createdAt.toISOString(), url, expiresAt }
}
