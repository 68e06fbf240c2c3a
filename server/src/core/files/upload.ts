import type { UploadedFile } from '@saathi/contract/core/call'
import type { FastifyBaseLogger } from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import type { Actor, Ctx } from '#core/ctx.ts'
import { coreRefusal, badInput, Refusal } from '#core/errors.ts'
import { cleanName, extensionOf } from './file-names.ts'
import { type FileStore, keyOf, variants } from './file-store.ts'
import { type Kind, findKind, kindOf } from './kinds.ts'
import type { Files } from './open-files.ts'
import type { Purpose, Purposes } from './purposes.ts'
import { type FileRow, insertFile } from './store.ts'

/** The row without its owner and time. */
export type StoredUpload = Omit<FileRow, 'ownerId' | 'createdAt'>
type Content = {
  bytes: Uint8Array
  type: string
  extension: string
  width: number | null
  height: number | null
  thumbnail: Uint8Array | null
}

/**
 * Runs before the transaction: it is slow, and the bytes must be safe before a row references them. If no row follows, the
 * sweeper deletes them; a refusal writes nothing.
 */
export async function storeUpload(
  { store, images, purposes }: Files,
  purpose: string,
  file: UploadedFile,
  { personId, log }: { personId: number; log: FastifyBaseLogger },
): Promise<StoredUpload> {
  const kind = await checkUpload(requirePurpose(purposes, purpose), file)
  const content = await toContent(images, kind, file.bytes, personId)
  const id = randomUUID()
  try {
    await putAll(store, id, content)
  } catch (error) {
    // Disk full or store unreachable: not the caller's fault, and worth another try.
    log.error({ err: error }, 'files: could not be stored')
    throw coreRefusal('core.unavailable', { retryAfterSeconds: 10 })
  }
  return {
    id,
    purpose,
    name: cleanName(file.name, content.extension),
    type: content.type,
    size: content.bytes.byteLength,
    width: content.width,
    height: content.height,
    sha256: hashOf(content.bytes),
    thumbnailSize: content.thumbnail?.byteLength ?? null,
    thumbnailSha256: content.thumbnail && hashOf(content.thumbnail),
  }
}

/** Deletes bytes that will get no row; the sweeper deletes whatever cannot be deleted now. */
export async function deleteBytes({ store }: Files, { id }: Pick<StoredUpload, 'id'>): Promise<void> {
  await Promise.allSettled(variants.map((variant) => store.delete(keyOf(id, variant))))
}

type Owner = { actor: Pick<Actor, 'personId'> }

export async function insertUpload(ctx: Pick<Ctx, 'db' | 'now'> & Owner, upload: StoredUpload): Promise<FileRow> {
  const file = { ...upload, ownerId: ctx.actor.personId, createdAt: ctx.now() }
  await insertFile(ctx.db, file)
  return file
}

/** Pictures are never stored as uploaded: re-encoding removes location, camera data and hidden files. */
async function toContent(images: Files['images'], kind: Kind, bytes: Uint8Array, personId: number): Promise<Content> {
  if (!kind.isImage) {
    return { bytes, type: kind.type, extension: kind.extensions[0] ?? 'bin', width: null, height: null, thumbnail: null }
  }
  const { format, becomes } = kind
  const image = await images.encode({ bytes, format, becomes }, personId)
  return { ...image, type: `image/${image.became}`, extension: image.became === 'jpeg' ? 'jpg' : image.became }
}

async function putAll(store: FileStore, id: string, { bytes, thumbnail }: Content) {
  await store.put(keyOf(id, 'original'), bytes)
  if (thumbnail) await store.put(keyOf(id, 'thumbnail'), thumbnail)
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function requirePurpose(purposes: Purposes, name: string): Purpose {
  const purpose = Object.hasOwn(purposes, name) ? purposes[name] : undefined
  if (!purpose) throw badInput('files.purpose_unknown')
  return purpose
}

/** The content decides; the name and the declared type must match it. */
export async function checkUpload({ maxBytes, kinds }: Pick<Purpose, 'maxBytes' | 'kinds'>, file: UploadedFile): Promise<Kind> {
  if (file.bytes.byteLength > maxBytes) throw coreRefusal('core.too_large')
  const extension = extensionOf(file.name)
  const found = await findKind(file.bytes, extension)
  if (!found || !kinds.includes(found)) {
    throw new Refusal(415, 'files.type_not_allowed')
  }
  const kind = kindOf(found)
  if (!kind.extensions.includes(extension) || !kind.declared.includes(file.type)) {
    throw new Refusal(415, 'files.type_mismatch')
  }
  return kind
}
