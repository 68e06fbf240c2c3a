import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../../test/rounds.ts'
import { imageDesk, type ImageJob } from './image-desk.ts'
import { bombChunk, heicPicture, hugePng, makeFilm, makePicture, manyFrames, manyScans, SECRET_PLACE } from './test-pictures.ts'

const desk = imageDesk()
/** Those at work: an idle one keeps nothing alive and is not listed. */
const countProcesses = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length
const encode = (bytes: Uint8Array, format: ImageJob['format'], becomes: ImageJob['becomes'] = 'jpeg') =>
  desk.encode({ bytes, format, becomes })

describe('a picture is made anew', () => {
  test('from HEIC as JPEG, without what the phone wrote into it', async () => {
    expect(heicPicture.includes(SECRET_PLACE)).toBe(true)
    const { bytes, width, height, thumbnail } = await encode(heicPicture, 'heif')
    expect([width, height]).toEqual([48, 32])
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 48, height: 32, channels: 3 })
    expect((data[0] ?? 0) > 150 && (data[1] ?? 255) < 80).toBe(true)
    for (const made of [bytes, thumbnail]) {
      expect((await sharp(made).metadata()).exif).toBeUndefined()
      expect(Buffer.from(made).includes(SECRET_PLACE)).toBe(false)
    }
  })

  test('of a GIF that moves all frames stay, beside a small picture that rests', async () => {
    const { bytes, became, width, height, thumbnail } = await encode(await makeFilm(), 'gif', 'gif')
    expect({ became, width, height }).toEqual({ became: 'gif', width: 30, height: 20 })
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3)
    const small = await sharp(thumbnail, { animated: true }).metadata()
    expect([small.format, small.pages ?? 1]).toEqual(['webp', 1])
  })

  test('of one that does not move, as PNG', async () => {
    const { bytes, became } = await encode(await makePicture({ format: 'gif' }), 'gif', 'gif')
    expect([became, (await sharp(bytes).metadata()).format]).toEqual(['png', 'png'])
  })

  test('of a moving one only the first frame stays where something else is to become of it', async () => {
    const { bytes } = await encode(manyFrames(300), 'gif', 'png')
    const made = await sharp(bytes, { animated: true }).metadata()
    expect([made.format, made.width, made.height, made.pages ?? 1]).toEqual(['png', 1, 1, 1])
  })

  test('small, and nothing else, where that is all that is wanted', async () => {
    const { bytes, became, width, height } = await encode(await makePicture({ width: 900, height: 600 }), 'jpeg', 'small')
    expect({ became, width, height }).toEqual({ became: 'webp', width: 320, height: 213 })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 213 })
  })

  test('no longer than 2560 pixels, and never larger than it was', async () => {
    const { width, height } = await encode(await makePicture({ width: 3000, height: 100 }), 'jpeg')
    expect([width, height]).toEqual([2560, 85])
    const small = await encode(await makePicture({ width: 5, height: 3, format: 'webp' }), 'webp', 'webp')
    expect([small.width, small.height]).toEqual([5, 3])
    expect(await sharp(small.thumbnail).metadata()).toMatchObject({ width: 5, height: 3 })
  })
})

describe('what a header promises is believed before anything is decoded', () => {
  test.each([
    ['forty million pixels are tried', hugePng(8000, 5000), 'files.unreadable'],
    ['a row more is too much', hugePng(8000, 5001), 'files.too_many_pixels'],
    ['C56: twenty thousand by twenty thousand is too much', hugePng(20_000, 20_000), 'files.too_many_pixels'],
    ['the most a header can say is too much', hugePng(2 ** 31 - 1, 2 ** 31 - 1), /files\.(too_many_pixels|unreadable)/],
    ['no pixels at all cannot be read', hugePng(0, 0), 'files.unreadable'],
  ])('%s', async (_what, bytes, code) => {
    await expect(encode(bytes, 'png', 'png')).rejects.toMatchObject({ code: expect.stringMatching(code) })
  })

  test('more than three hundred frames are too many', async () => {
    await expect(encode(manyFrames(301), 'gif', 'png')).rejects.toMatchObject({ code: 'files.too_many_pixels' })
  })
})

describe('a picture that cannot be read is refused, and harms nothing', () => {
  test.each([
    ['cut in half', async () => (await makePicture({ width: 500, height: 500 })).subarray(0, 3000), 'jpeg'],
    ['a PNG cut short', async () => (await makePicture({ width: 500, height: 500, format: 'png' })).subarray(0, 200), 'png'],
    ['a HEIC cut short', async () => heicPicture.subarray(0, 500), 'heif'],
    ['one kind that says it is another', () => makePicture({ format: 'webp' }), 'png'],
    ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'png'],
    ['a comment that unpacks to a hundred megabytes', async () => hugePng(9000, 9000, [bombChunk()]), 'png'],
    ['nothing', async () => Buffer.alloc(0), 'jpeg'],
  ] as const)('%s', async (_what, make, format) => {
    await expect(encode(await make(), format)).rejects.toMatchObject({
      code: expect.stringMatching(/^files\.(unreadable|too_many_pixels)$/),
    })
  })
})

describe('a JPEG of many passes', () => {
  test('C56: is refused for their number before any of them is made', async () => {
    const patient = imageDesk({ longestSeconds: 600 })
    const bytes = await manyScans(101, { width: 40, height: 40 })
    await expect(patient.encode({ bytes, format: 'jpeg', becomes: 'jpeg' })).rejects.toMatchObject({ code: 'files.unreadable' })
  })

  test('is taken up to a hundred', async () => {
    const bytes = await manyScans(100, { width: 40, height: 40 })
    expect(await encode(bytes, 'jpeg')).toMatchObject({ width: 40, height: 40 })
  })

  test('C56: is ended with its process when it takes too long, and costs the server nothing', async () => {
    const bytes = await manyScans(100, { width: 6300, height: 6300 })
    const before = process.cpuUsage()
    await expect(imageDesk({ longestSeconds: 0.5 }).encode({ bytes, format: 'jpeg', becomes: 'jpeg' })).rejects.toMatchObject({
      code: 'files.unreadable',
    })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1_000)
    await expect.poll(countProcesses).toBe(0)
  })
})

test('one that takes too long is ended, and the next is served', async () => {
  const hasty = imageDesk({ longestSeconds: 0.001 })
  const bytes = await makePicture({ width: 2000, height: 2000 })
  await expect(hasty.encode({ bytes, format: 'jpeg', becomes: 'jpeg' })).rejects.toMatchObject({ code: 'files.unreadable' })
  await expect(hasty.encode({ bytes, format: 'jpeg', becomes: 'jpeg' })).rejects.toMatchObject({ code: 'files.unreadable' })
  expect(await encode(bytes, 'jpeg')).toMatchObject({ width: 2000 })
})

test('pictures opened side by side do not disturb each other', async () => {
  const bytes = await makePicture()
  const all = await Promise.allSettled(Array.from({ length: rounds(6, 30) }, () => encode(bytes, 'jpeg')))
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('two are worked on at once, the others wait their turn, and too many are sent away', async () => {
  const bytes = await makePicture()
  let most = 0
  let watching: NodeJS.Immediate
  const watch = () => {
    most = Math.max(most, countProcesses())
    watching = setImmediate(watch)
  }
  watching = setImmediate(watch)
  const all = await Promise.allSettled(Array.from({ length: 7 }, () => encode(bytes, 'jpeg')))
  clearImmediate(watching)
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(most).toBe(2)
  const hasty = imageDesk({ longestSeconds: 0.001 })
  const crowd = await Promise.allSettled(
    Array.from({ length: 43 }, () => hasty.encode({ bytes, format: 'jpeg', becomes: 'jpeg' })),
  )
  expect(crowd.flatMap((one) => (one.status === 'rejected' && one.reason.code === 'core.unavailable' ? [one] : []))).toHaveLength(
    1,
  )
})
