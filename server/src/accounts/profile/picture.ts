import type { UploadedFile } from '@saathi/contract/core/call'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor, Ctx, Db } from '#core/ctx.ts'
import { badField } from '#core/errors.ts'
import { describeFile, type FileSummary, type LinkCtx } from '#core/files/describe-file.ts'
import { deleteFilesAndBytes } from '#core/files/jobs.ts'
import type { Files } from '#core/files/open-files.ts'
import { findFiles } from '#core/files/store.ts'
import { insertUpload, storeUpload, type StoredUpload } from '#core/files/upload.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { findPictureForUpdate, updatePicture } from '../store.ts'

type PictureDeps = { files: Files; limits: Limits; log: FastifyBaseLogger }
type PictureForm = { fields: { picture?: 'null' | undefined }; files: { picture?: UploadedFile } }

/** undefined keeps the current picture, null removes it. */
export type NewPicture = StoredUpload | null | undefined

/** Runs before the transaction: re-encoding a picture is slow. */
export async function storePicture(
  { files, limits, log }: PictureDeps,
  db: Db,
  requester: { actor: Actor; now: () => Date },
  { fields, files: uploaded }: PictureForm,
): Promise<NewPicture> {
  const isRemoved = fields.picture !== undefined
  if (!uploaded.picture) return isRemoved ? null : undefined
  if (isRemoved) throw badField('picture', 'given_twice')
  await requireWithinLimits(db, requester.now(), [{ limits: limits.uploadPerPerson, key: String(requester.actor.personId) }])
  return storeUpload(files, 'profile_picture', uploaded.picture, { personId: requester.actor.personId, log })
}

export async function changePicture(ctx: Ctx, picture: NewPicture): Promise<void> {
  if (picture === undefined) return
  const { personId } = ctx.actor
  // If two changes run concurrently, the second must see the file of the first, or that file would be orphaned.
  const old = await findPictureForUpdate(ctx.db, personId)
  const next = picture && (await insertUpload(ctx, picture))
  await updatePicture(ctx.db, personId, next?.id ?? null)
  if (old !== null) await deleteFilesAndBytes(ctx, [old])
}

type PictureRef = { pictureFileId: string | null; pictureUrl: string | null }

/** The thumbnail: profiles are read often and on phones. Demo portraits are public and have a fixed URL. */
export async function linkToPicture(ctx: Ctx, refs: PictureRef): Promise<string | null> {
  return (await linkToPictures(ctx, [refs]))[0] ?? null
}

/** One query for any number of pictures. */
export async function linkToPictures(ctx: Ctx, refs: readonly PictureRef[]): Promise<(string | null)[]> {
  const ids = refs.flatMap(({ pictureFileId }) => pictureFileId ?? [])
  const files = new Map((await findFiles(ctx.db, ids)).map((file) => [file.id, file]))
  return refs.map(({ pictureFileId, pictureUrl }) =>
    linkToFoundPicture(ctx, { pictureUrl, pictureFile: (pictureFileId !== null && files.get(pictureFileId)) || null }),
  )
}

/** For a statement that has read the file together with the person. */
export function linkToFoundPicture(
  ctx: LinkCtx,
  { pictureUrl, pictureFile }: { pictureUrl: string | null; pictureFile: FileSummary | null },
): string | null {
  if (!pictureFile) return pictureUrl
  const { url, thumbnailUrl = url } = describeFile(ctx, pictureFile)
  return thumbnailUrl
}
