import { randomUUID } from 'node:crypto'
import type { Db } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import type { ImageEncoder } from '#core/files/image-encoder.ts'
import { findKind, kindOf } from '#core/files/kinds.ts'
import { fetchGuarded } from '#core/outgoing/fetch-guarded.ts'
import { OutgoingFailure } from '#core/outgoing/outgoing-failure.ts'
import type { Outgoing } from '#core/outgoing/outgoing.ts'
import { insertPicture } from './picture-store.ts'

/** Larger thumbnails are not worth their data. */
const MAX_BYTES = 48 * 1024

export type PictureDeps = { outgoing: Outgoing; images: ImageEncoder }
type PictureRequest = { address: string; withinMs: number; now: Date }

/** The address cannot be guessed, and the picture was public anyway. */
export const picturePath = (id: string): string => `/media/previews/${id}`

/** Fetched with the same guards as the page. Empty if there is none: previews may come without a picture. */
export async function storePicture(db: Db, deps: PictureDeps, request: PictureRequest): Promise<string> {
  const bytes = request.address !== '' && request.withinMs > 0 ? await fetchThumbnail(deps, request) : null
  if (!bytes) return ''
  const id = randomUUID()
  await insertPicture(db, { id, bytes, madeAt: request.now })
  return picturePath(id)
}

async function fetchThumbnail({ outgoing, images }: PictureDeps, { address, withinMs }: PictureRequest): Promise<Buffer | null> {
  try {
    const { body } = await fetchGuarded(outgoing, address, 'link_picture', withinMs)
    const name = await findKind(body)
    const kind = name && kindOf(name)
    // HEIC needs its own decoder, and pages do not use it.
    if (!kind?.isImage || kind.format === 'heif') return null
    const { bytes } = await images.encode({ bytes: body, format: kind.format, becomes: 'small' })
    return bytes.byteLength > MAX_BYTES ? null : Buffer.from(bytes)
  } catch (error) {
    // The picture is unreachable or invalid, or too many pictures are being encoded.
    if (error instanceof OutgoingFailure || error instanceof Refusal) return null
    throw error
  }
}
