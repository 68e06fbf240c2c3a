import type { MediaFile } from '../programme.ts'

type Size = { width: number | null; height: number | null }
const unknown: Size = { width: null, height: null }

/** The size a page needs to reserve space for a picture; null for formats whose size is hard to read. */
export function pictureSize({ type, bytes }: Pick<MediaFile, 'type' | 'bytes'>): Size {
  if (type === 'image/png') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (type !== 'image/svg+xml') return unknown
  const [, width, height] =
    /viewBox="[\d.-]+[ ,]+[\d.-]+[ ,]+(\d+)(?:\.\d+)?[ ,]+(\d+)/.exec(bytes.toString('utf8', 0, 2000)) ?? []
  return Number(width) > 0 && Number(height) > 0 ? { width: Number(width), height: Number(height) } : unknown
}
