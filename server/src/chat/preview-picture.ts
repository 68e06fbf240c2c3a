import { randomUUID } from 'node:crypto'
import type { Db } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import type { ImageDesk } from '#core/files/image-desk.ts'
import { findKind, kindOf } from '#core/files/kinds.ts'
import { fetchGuarded } from '#core/outgoing/fetch-guarded.ts'
import { OutgoingFailure } from '#core/outgoing/outgoing-failure.ts'
import type { Outgoing } from '#core/outgoing/outgoing.ts'
import { insertPicture } from './picture-store.ts'

/** A small picture that takes more than this is not worth its data. */
const MAX_BYTES = 48 * 1024

export type PictureParts = { outgoing: Outgoing; images: ImageDesk }
type Wanted = { address: string; withinMs: number; now: Date }

/** Where it lies. Nobody can guess it, and what lies there was public before. */
export const pathOfPicture = (id: string): string => `/media/previews/${id}`

/** By the same guarded way as the page. Empty where there is none: a preview without a picture is one, too. */
export async function keepPicture(db: Db, parts: PictureParts, wanted: Wanted): Promise<string> {
  const bytes = wanted.address !== '' && wanted.withinMs > 0 ? await fetchSmall(parts, wanted) : null
  if (!bytes) return ''
  const id = randomUUID()
  await insertPicture(db, { id, bytes, madeAt: wanted.now })
  return pathOfPicture(id)
}

async function fetchSmall({ outgoing, images }: PictureParts, { address, withinMs }: Wanted): Promise<Buffer | null> {
  try {
    const { body } = await fetchGuarded(outgoing, address, 'link_picture', withinMs)
    const name = await findKind(body)
    const kind = name && kindOf(name)
    // A HEIC takes a decoder of its own, and no page shows one.
    if (!kind?.isImage || kind.format === 'heif') return null
    const { bytes } = await images.encode({ bytes: body, format: kind.format, becomes: 'small' })
    return bytes.byteLength > MAX_BYTES ? null : Buffer.from(bytes)
  } catch (error) {
    // Not to be had, not to be read, or too many pictures at once.
    if (error instanceof OutgoingFailure || error instanceof Refusal) return null
    throw error
  }
}
