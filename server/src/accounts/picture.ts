import type { UploadedFile } from '@saathi/contract/core/call'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor, Ctx, Db } from '#core/ctx.ts'
import { badField } from '#core/errors.ts'
import { describeFile } from '#core/files/describe-file.ts'
import { forgetFiles } from '#core/files/forget-files.ts'
import type { Files } from '#core/files/open-files.ts'
import { findFiles } from '#core/files/store.ts'
import { insertUpload, keepBytes, type StoredUpload } from '#core/files/upload.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { findPictureForUpdate, updatePicture } from './profile-store.ts'

type PictureDesk = { files: Files; limits: Limits; log: FastifyBaseLogger }
type Given = { fields: { picture?: 'null' | undefined }; files: { picture?: UploadedFile } }

/** What becomes of the picture: undefined leaves it, null takes it away. */
export type NewPicture = StoredUpload | null | undefined

/** Before the transaction: a picture is made anew from its pixels, which takes a while. */
export async function keepPicture(
  { files, limits, log }: PictureDesk,
  db: Db,
  asking: { actor: Actor; now: () => Date },
  { fields, files: given }: Given,
): Promise<NewPicture> {
  const isRemoved = fields.picture !== undefined
  if (!given.picture) return isRemoved ? null : undefined
  if (isRemoved) throw badField('picture', 'This field is given twice.')
  await requireWithin(db, asking.now(), [{ limits: limits.uploadPerPerson, key: String(asking.actor.personId) }])
  return keepBytes(files, 'profile_picture', given.picture, log)
}

export async function changePicture(ctx: Ctx, picture: NewPicture): Promise<void> {
  if (picture === undefined) return
  const { personId } = ctx.actor
  // Of two changes at once the second must find what the first has left, or a file would stay that nobody shows.
  const old = await findPictureForUpdate(ctx.db, personId)
  const next = picture && (await insertUpload(ctx, picture))
  await updatePicture(ctx.db, personId, next?.id ?? null)
  if (old !== null) await forgetFiles(ctx, [old])
}

type Pictured = { pictureFileId: string | null; pictureUrl: string | null }

/** The small one: a profile is read often and on phones. Portraits of the demo are the same for everybody and have an address. */
export async function linkToPicture(ctx: Ctx, pictured: Pictured): Promise<string | null> {
  return (await linkToPictures(ctx, [pictured]))[0] ?? null
}

/** One query, however many they are. */
export async function linkToPictures(ctx: Ctx, pictured: readonly Pictured[]): Promise<(string | null)[]> {
  const ids = pictured.flatMap(({ pictureFileId }) => pictureFileId ?? [])
  const files = new Map((await findFiles(ctx.db, ids)).map((file) => [file.id, file]))
  return pictured.map(({ pictureFileId, pictureUrl }) => {
    const file = pictureFileId === null ? undefined : files.get(pictureFileId)
    if (!file) return pictureUrl
    const { url, thumbnailUrl = url } = describeFile(ctx, file)
    return thumbnailUrl
  })
}
