import { expect, test } from 'vitest'
import { pixelsOf } from './pixels.ts'

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(33)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return { type: 'image/png', bytes }
}
const jpeg = (width: number, height: number) => {
  const tables = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2])
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3, 0, 0])
  return { type: 'image/jpeg', bytes: Buffer.concat([tables, frame]) }
}
const webp = (kind: string, write: (bytes: Buffer) => void) => {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF', 0, 'latin1')
  bytes.write(`WEBP${kind}`, 8, 'latin1')
  write(bytes)
  return { type: 'image/webp', bytes }
}

test('the pixels of a picture are read from its header', () => {
  expect(pixelsOf(png(8000, 5000))).toBe(40_000_000)
  expect(pixelsOf(jpeg(1200, 800))).toBe(960_000)
  expect(pixelsOf(webp('VP8X', (bytes) => bytes.writeUIntLE(99, 24, 3) && bytes.writeUIntLE(49, 27, 3)))).toBe(5000)
  expect(pixelsOf(webp('VP8 ', (bytes) => bytes.writeUInt16LE(640, 26) && bytes.writeUInt16LE(480, 28)))).toBe(307_200)
  expect(pixelsOf(webp('VP8L', (bytes) => bytes.writeUInt32LE(9 | (4 << 14), 21)))).toBe(50)
})

test('a truncated header gives no size, and drawings have no pixels', () => {
  expect(pixelsOf({ type: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]) })).toBeNull()
  expect(pixelsOf({ type: 'image/png', bytes: Buffer.alloc(10) })).toBeNull()
  expect(pixelsOf(webp('XXXX', () => {}))).toBeNull()
  expect(pixelsOf({ type: 'image/svg+xml', bytes: Buffer.from('<svg/>') })).toBeUndefined()
})
