import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { plainGif } from './moving-gif.ts'
import { makeFilm, makePicture, manyFrames, SECRET_PLACE } from './test-pictures.ts'

const filmOf = async (given: Buffer) => sharp(plainGif(given)?.bytes, { animated: true }).metadata()

test('a film keeps its frames, its pace and its turns, and nothing that was written beside them', async () => {
  const given = await makeFilm()
  expect([given.includes(SECRET_PLACE), given.includes('<script>')]).toEqual([true, true])
  const plain = plainGif(given)
  expect(plain).toMatchObject({ width: 30, height: 20 })
  expect([plain?.bytes.includes(SECRET_PLACE), plain?.bytes.includes('<script>')]).toEqual([false, false])
  expect(await filmOf(given)).toMatchObject({
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

test('put together twice it is the same', async () => {
  const once = plainGif(await makeFilm())?.bytes ?? Buffer.alloc(0)
  expect(plainGif(once)?.bytes.equals(once)).toBe(true)
})

describe('it is no film', () => {
  test('where there is one frame', async () => {
    expect(plainGif(await makePicture({ format: 'gif' }))).toBeNull()
  })

  test('where it ends in the middle, wherever that is', async () => {
    const given = plainGif(await makeFilm())?.bytes ?? Buffer.alloc(0)
    const lengths = Array.from({ length: given.length }, (_, length) => length)
    expect(lengths.filter((length) => plainGif(given.subarray(0, length)) !== null)).toEqual([])
  })

  test('where it is more than anybody can play', () => {
    const large = manyFrames(300)
    large.writeUInt16LE(2000, 6)
    large.writeUInt16LE(2000, 8)
    expect(plainGif(large)).toBeNull()
    expect(plainGif(manyFrames(300))).not.toBeNull()
  })

  test('where a frame reaches beyond the edge', () => {
    const given = manyFrames(2)
    given.writeUInt16LE(0, 6)
    expect(plainGif(given)).toBeNull()
  })
})
