import { createHash } from 'node:crypto'
import { RECORDING_MAX_BYTES } from '@saathi/contract/content/draft-team-calls'
import { MEDIA_MAX_BYTES, mediaKind, mediaTypes } from '../format/programme.ts'
import type { MediaFile } from '../programme.ts'
import { recordingEnding } from './recording.ts'

const namePattern = /^[a-z0-9]+(-[a-z0-9]+)*\.(svg|png|jpg|webp|mp3|m4a|weba|mp4|webm)$/

/** The picture or recording, or the reason why it is refused. */
export function readMedia(file: string, name: string, bytes: Buffer): MediaFile | string {
  if (!namePattern.test(name))
    return 'must be named with lower-case letters, digits and hyphens, and end in .svg, .png, .jpg, .webp, .mp3, .m4a, .weba, .mp4 or .webm'
  const maxBytes = mediaKind(name) === 'image' ? MEDIA_MAX_BYTES : RECORDING_MAX_BYTES
  if (bytes.length > maxBytes) return `must not be larger than ${maxBytes / 1024} KB`
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const type = mediaTypes[extension]
  if (!type || !hasContentOf(extension, bytes)) return `is not a valid .${extension} file`
  if (extension === 'svg' && isActive(bytes)) {
    return 'must be a plain drawing: no script, handler, entity, or link to anything outside'
  }
  return { file, name, type, hash: createHash('sha256').update(bytes).digest('hex'), bytes }
}

export const isDrawing = (bytes: Buffer): boolean => /^\s*(<\?xml[^>]*\?>\s*)?<svg\s/.test(bytes.toString('utf8', 0, 500))

/** A drawing with a script, a handler, an entity, or a link to anything outside. */
export const isActive = (bytes: Buffer): boolean =>
  /<script|<foreignObject|\son\w+\s*=|javascript:|<!ENTITY|href\s*=\s*["'](?!#)/i.test(bytes.toString('utf8'))

function hasContentOf(extension: string, bytes: Buffer): boolean {
  switch (extension) {
    case 'svg':
      return isDrawing(bytes)
    case 'png':
      return bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    case 'jpg':
      return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
    case 'webp':
      return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
    default:
      return recordingEnding(bytes) === extension
  }
}

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
