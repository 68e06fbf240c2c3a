import { bannerUrl } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import { insertMissingMedia } from '../load/content-store.ts'
import { MAX_PIXELS, pixelsOf } from '../read/pixels.ts'
import { readMedia } from '../read/media.ts'
import { findAllPictures, findPictures } from './published-store.ts'

/** What the bytes are, whatever the browser says. */
function endingOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return /^\s*(<\?xml[^>]*\?>\s*)?<svg\s/.test(bytes.toString('utf8', 0, 500)) ? 'svg' : null
}

/** 'My Photo (2).JPG' → 'my-photo-2.jpg' */
function nameOf(name: string, ending: string): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['picture']
  return `${words.join('-').slice(0, 60).replace(/-$/, '')}.${ending}`
}

type Upload = { name: string; bytes: Uint8Array }

/** By its content. The same picture twice is stored once. */
export async function addPicture(ctx: Ctx, file: Upload) {
  const bytes = Buffer.from(file.bytes)
  const ending = endingOf(bytes)
  if (!ending) throw badInput('content.bad_picture')
  const name = nameOf(file.name, ending)
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
