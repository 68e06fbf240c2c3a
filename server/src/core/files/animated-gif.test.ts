import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { rebuildGif } from './animated-gif.ts'
import { makeAnimation, makePicture, manyFrames, SECRET_LOCATION } from './test-pictures.ts'

const metadataOf = async (gif: Buffer) => sharp(rebuildGif(gif)?.bytes, { animated: true }).metadata()

test('an animation keeps its frames, delays and loops, and loses all other data', async () => {
  const original = await makeAnimation()
  expect([original.includes(SECRET_LOCATION), original.includes('<script>')]).toEqual([true, true])
  const plain = rebuildGif(original)
  expect(plain).toMatchObject({ width: 30, height: 20 })
  expect([plain?.bytes.includes(SECRET_LOCATION), plain?.bytes.includes('<script>')]).toEqual([false, false])
  expect(await metadataOf(original)).toMatchObject({
    format: 'gif',
    pages: 3,
    loop: 2,
    delay: [100, 200, 300],
    width: 30,
    pageHeight: 20,
  })
  const firstPixel = async (page: number) => [
    ...(await sharp(plain?.bytes, { page }).removeAlpha().raw().toBuffer()).subarray(0, 3),
  ]
  expect([await firstPixel(0), await firstPixel(1), await firstPixel(2)]).toEqual([
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ])
})

test('rebuilding twice gives the same bytes', async () => {
  const once = rebuildGif(await makeAnimation())?.bytes ?? Buffer.alloc(0)
  expect(rebuildGif(once)?.bytes.equals(once)).toBe(true)
})

describe('rebuildGif returns null', () => {
  test('for a single frame', async () => {
    expect(rebuildGif(await makePicture({ format: 'gif' }))).toBeNull()
  })

  test('for a truncated file, wherever it ends', async () => {
    const original = rebuildGif(await makeAnimation())?.bytes ?? Buffer.alloc(0)
    const lengths = Array.from({ length: original.length }, (_, length) => length)
    expect(lengths.filter((length) => rebuildGif(original.subarray(0, length)) !== null)).toEqual([])
  })

  test('for an animation that is too large to play', () => {
    const large = manyFrames(300)
    large.writeUInt16LE(2000, 6)
    large.writeUInt16LE(2000, 8)
    expect(rebuildGif(large)).toBeNull()
    expect(rebuildGif(manyFrames(300))).not.toBeNull()
  })

  test('for a frame outside the picture', () => {
    const original = manyFrames(2)
    original.writeUInt16LE(0, 6)
    expect(rebuildGif(original)).toBeNull()
  })
})
