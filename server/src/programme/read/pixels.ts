import type { MediaFile } from '../programme.ts'

/** A picture is decoded by phones with little memory. */
export const MAX_PIXELS = 8_000_000

type Picture = Pick<MediaFile, 'type' | 'bytes'>

/** Read from the header, before anything is decoded. Null if the header does not say; undefined for drawings and recordings, which have none. */
export function pixelsOf({ type, bytes }: Picture): number | null | undefined {
  if (!type.startsWith('image/')) return undefined
  switch (type) {
    case 'image/svg+xml':
      return undefined
    case 'image/png':
      return bytes.length < 24 ? null : bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
    case 'image/jpeg':
      return pixelsOfJpeg(bytes)
    default:
      return pixelsOfWebp(bytes)
  }
}

/** Frame headers, without the markers for tables in between. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function pixelsOfJpeg(bytes: Buffer): number | null {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function pixelsOfWebp(bytes: Buffer): number | null {
  if (bytes.length < 30) return null
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1)
    case 'VP8 ':
      return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const size = bytes.readUInt32LE(21)
      return ((size & 0x3fff) + 1) * (((size >>> 14) & 0x3fff) + 1)
    }
    default:
      return null
  }
}
