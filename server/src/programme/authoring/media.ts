import type { DraftRecording } from '@saathi/contract/content/drafts'
import { bannerUrl, recordingUrl } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import { findKind, type KindName } from '#core/files/kinds.ts'
import { insertMissingMedia } from '../load/content-store.ts'
import { MAX_PIXELS, pixelsOf } from '../read/pixels.ts'
import { mediaKind } from '../format/programme.ts'
import { recordingEnding } from '../read/recording.ts'
import { isActive, isDrawing, readMedia } from '../read/media.ts'
import { findAllPictures, findAllRecordings, findPictures } from './published-store.ts'

const endings: Partial<Record<KindName, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp' }

/**
 * Detects the type by content, not by the browser's claim. SVG is detected as text, because the upload detection does not accept
 * it.
 */
async function endingOf(bytes: Buffer): Promise<string | null> {
  if (isDrawing(bytes)) return 'svg'
  const kind = await findKind(bytes)
  return kind === null ? null : (endings[kind] ?? null)
}

/** 'My Photo (2).JPG' → 'my-photo-2.jpg' */
function nameOf(name: string, ending: string): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['media']
  return `${words.join('-').slice(0, 60).replace(/-$/, '')}.${ending}`
}

type Upload = { name: string; bytes: Uint8Array }

/** Stored by content, so the same picture is stored once. */
export async function addPicture(ctx: Ctx, file: Upload) {
  const bytes = Buffer.from(file.bytes)
  const ending = await endingOf(bytes)
  if (!ending) throw badInput('content.bad_picture')
  const name = nameOf(file.name, ending)
  if (ending === 'svg' && isActive(bytes)) throw badInput('content.active_drawing')
  const media = readMedia(`media/${name}`, name, bytes)
  if (typeof media === 'string') throw badInput('content.bad_picture')
  const pixels = pixelsOf(media)
  if (pixels === null || (pixels ?? 0) > MAX_PIXELS) throw badInput('content.too_many_pixels')
  await insertMissingMedia(ctx.db, [media])
  const [stored] = await findPictures(ctx.db, [media.hash])
  if (!stored) throw new Error('the picture was stored but is missing')
  return show(stored)
}

const show = ({ hash, name, bytes }: { hash: string; name: string; bytes: number }) => ({
  hash,
  name,
  bytes,
  url: bannerUrl(hash) ?? '',
})

export async function listPictures(ctx: Ctx) {
  return { pictures: (await findAllPictures(ctx.db)).map(show) }
}

export async function addRecording(ctx: Ctx, file: Upload): Promise<DraftRecording> {
  const bytes = Buffer.from(file.bytes)
  const ending = recordingEnding(bytes)
  const name = ending && nameOf(file.name, ending)
  const media = name && readMedia(`media/${name}`, name, bytes)
  if (!media || typeof media === 'string') throw badInput('content.bad_recording')
  await insertMissingMedia(ctx.db, [media])
  const [stored] = await findPictures(ctx.db, [media.hash])
  if (!stored) throw new Error('the recording was stored but is missing')
  return showRecording(stored)
}

const showRecording = ({ hash, name, bytes }: { hash: string; name: string; bytes: number }): DraftRecording => ({
  hash,
  name,
  bytes,
  url: recordingUrl(hash),
  type: mediaKind(name) === 'video' ? 'video' : 'audio',
})

export async function listRecordings(ctx: Ctx) {
  return { recordings: (await findAllRecordings(ctx.db)).map(showRecording) }
}
