import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

// Pictures and files for tests, valid and hostile, generated here so that no binary fixtures are needed.

type Picture = {
  width?: number
  height?: number
  format?: 'jpeg' | 'png' | 'webp' | 'gif'
  place?: boolean
  orientation?: number
}

/** Left half red, right half blue, so that a rotation is visible. */
export async function makePicture({
  width = 60,
  height = 40,
  format = 'jpeg',
  place = false,
  orientation,
}: Picture = {}): Promise<Buffer> {
  const blue = { create: { width: Math.ceil(width / 2), height, channels: 3, background: '#0000ff' } } as const
  let image = sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, gravity: 'east' },
  ])
  if (place) image = image.withExif(somewhere)
  if (orientation) image = image.withMetadata({ orientation })
  return image.toFormat(format, format === 'jpeg' ? { quality: 95, chromaSubsampling: '4:4:4' } : {}).toBuffer()
}

export const SECRET_LOCATION = 'SECRET-PLACE'
const somewhere = {
  IFD0: { Copyright: SECRET_LOCATION, Model: 'Phone of Asha' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '77/1 35/1 0/1' },
}

/** 48 by 32, red, with the same Exif; made with an HEVC encoder, which none of our packages contains. */
export const heicPicture = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAeFtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAADAAIAAAAExpbG9jAQAAAERAAAMAAQAAAAAAAAIFAAEAAAAAAAAAGgACAAEAAAAAAAAAAQAAAAAAAAAIAAMAAAAAAAACHwABAAAAAAAAAUQAAABNaWluZgAAAAAAAwAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAAAAACAABncmlkAAAAABVpbmZlAgAAAQADAABFeGlmAAAAANVpcHJwAAAAs2lwY28AAABzaHZjQwEDcAAAAAAAAAAAAB7wAPz9+PgAAA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW6uSmubAgAAADACAAAAMAISIAAQAGRAHBc8CJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAAAwAAAAIAAAABBwaXhpAAAAAAMICAgAAAAaaXBtYQAAAAAAAAACAAECgQIAAgIDhAAAAChpcmVmAAAAAAAAAA5kaW1nAAIAAQABAAAADmNkc2MAAwABAAIAAAFmbWRhdAAAABYoAa8ZgO9Jpb//3Dmf9TYv+F61pj5uAAAAAElJKgAIAAAACAASAQMAAQAAAAEAAAAaAQUAAQAAAG4AAAAbAQUAAQAAAHYAAAAoAQMAAQAAAAIAAAATAgMAAQAAAAEAAACYggIADQAAAH4AAABphwQAAQAAAIwAAAAliAQAAQAAANoAAAAAAAAAOGMAAOgDAAA4YwAA6AMAAFNFQ1JFVC1QTEFDRQAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAADAAAAADoAQAAQAAACAAAAAAAAAABAABAAIAAgAAAE4AAAACAAUAAwAAACgBAAADAAIAAgAAAEUAAAAEAAUAAwAAABABAAAAAAAATQAAAAEAAAAjAAAAAQAAAAAAAAABAAAADAAAAAEAAAA6AAAAAQAAAAAAAAABAAAA',
  'base64',
)

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crcOf = (bytes: Buffer) =>
  (bytes.reduce((sum, byte) => (crcTable[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  crc.writeUInt32BE(crcOf(named))
  return Buffer.concat([length, named, crc])
}

/** A few bytes that declare width times height pixels and contain only a few of them. */
export function hugePng(width: number, height: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)))
  return Buffer.concat([PNG_MAGIC, chunk('IHDR', header), ...extra, data, chunk('IEND', Buffer.alloc(0))])
}
export const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A comment that decompresses to a hundred megabytes. */
export const bombChunk = () => chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(100_000_000))]))

/** Three frames of different colours, with a comment inside and trailing data. */
export async function makeAnimation({ width = 30, height = 20 } = {}): Promise<Buffer> {
  const frameOf = (background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(frameOf))
  const film = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 2, delay: [100, 200, 300] })
    .toBuffer()
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, SECRET_LOCATION.length]),
    Buffer.from(SECRET_LOCATION),
    Buffer.from([0]),
  ])
  return Buffer.concat([film.subarray(0, -1), comment, film.subarray(-1), Buffer.from('<script>alert(1)</script>')])
}

/** A GIF with this many frames of one pixel each. */
export function manyFrames(count: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), Buffer.from([0x3b])])
}

/** A progressive JPEG that repeats its first scan, each time in a dozen bytes; `count` scans in all. */
export async function manyScans(count: number, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const grey = sharp({ create: { width, height, channels: 3, background: '#808080' } }).greyscale()
  const bytes = await grey.jpeg({ progressive: true }).toBuffer()
  const marks = [...bytes.keys()].filter((at) => bytes[at] === 0xff && bytes[at + 1] === 0xda)
  // One component, coefficient 0, in full: the first scan of every such picture.
  const pass = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 0])
  const extra = Array.from({ length: count - marks.length }, () => pass)
  return Buffer.concat([bytes.subarray(0, -2), ...extra, bytes.subarray(-2)])
}

export function makePdf(size = 400, body = ''): Buffer {
  const start = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n${body}\n`
  const end = '\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'
  return Buffer.from(start + ' '.repeat(Math.max(0, size - start.length - end.length)) + end, 'latin1')
}

/** One entry, uncompressed. */
export function makeZip(name: string, content: Buffer): Buffer {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt32LE(crcOf(content), 14)
  local.writeUInt32LE(content.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(name.length, 26)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  return Buffer.concat([local, Buffer.from(name), content, end])
}

export const svg = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="9" height="9"/>',
)
export const html = Buffer.from('<!doctype html><script>alert(1)</script>')
export const gzipBomb = () => gzipSync(Buffer.alloc(100_000_000))
export const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
