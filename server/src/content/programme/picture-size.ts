import type { MediaFile } from './programme.ts'

type Size = { width: number | null; height: number | null }
const unknown: Size = { width: null, height: null }

/** What a page needs to keep a picture's place; a format whose size is not told in one place is shown without. */
export function pictureSize({ type, bytes }: Pick<MediaFile, 'type' | 'bytes'>): Size {
  if (type === 'image/png') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (type !== 'image/svg+xml') return unknown
  const [, width, height] =
    /viewBox="[\d.-]+[ ,]+[\d.-]+[ ,]+(\d+)(?:\.\d+)?[ ,]+(\d+)/.exec(bytes.toString('utf8', 0, 2000)) ?? []
  return Number(width) > 0 && Number(height) > 0 ? { width: Number(width), height: Number(height) } : unknown
}
