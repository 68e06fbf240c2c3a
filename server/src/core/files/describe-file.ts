import type { StoredFile } from '@saathi/contract/core/stored-file'
import type { Actor, Ctx } from '#core/ctx.ts'
import type { Variant } from './file-store.ts'
import { LINK_SECONDS } from './links.ts'
import type { FileRow } from './store.ts'

/** A link contains only the viewer's id and sign-in. */
export type LinkCtx = Pick<Ctx, 'now' | 'fileLinks'> & { actor: Pick<Actor, 'personId' | 'sessionId'> }

/** The fields of a file row that a reply shows. */
export type FileSummary = Pick<FileRow, 'id' | 'name' | 'type' | 'size' | 'width' | 'height' | 'thumbnailSize'>

/** The caller has checked that the viewer may see the file; opening the link checks again. */
export function describeFile(ctx: LinkCtx, file: FileSummary): StoredFile {
  const { personId, sessionId } = ctx.actor
  const expiresAt = new Date(Math.floor(ctx.now().getTime() / 1000 + LINK_SECONDS) * 1000)
  const linkTo = (variant: Variant) =>
    `/api/v2/files/${ctx.fileLinks.sign({ fileId: file.id, variant, personId, sessionId, expiresAt })}/`
  const { id, name, type, size, width, height } = file
  return {
    id,
    name,
    type,
    size,
    ...(width !== null && height !== null && { width, height }),
    url: linkTo('original'),
    ...(file.thumbnailSize !== null && { thumbnailUrl: linkTo('thumbnail') }),
    expiresAt: expiresAt.toISOString(),
  }
}
