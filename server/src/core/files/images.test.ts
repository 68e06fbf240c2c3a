import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../../test/rounds.ts'
import { imageEncoder, type ImageJob } from './image-encoder.ts'
import {
  bombChunk,
  heicPicture,
  hugePng,
  makeAnimation,
  makePicture,
  manyFrames,
  manyScans,
  SECRET_LOCATION,
} from './test-pictures.ts'

const desk = imageEncoder()
let people = 0
/** Lists busy processes only, because idle ones are unreferenced. */
const countProcesses = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length
const encode = (bytes: Uint8Array, format: ImageJob['format'], becomes: ImageJob['becomes'] = 'jpeg') =>
  desk.encode({ bytes, format, becomes }, (people += 1))

describe('a picture is re-encoded', () => {
  test("from HEIC to JPEG, without the phone's metadata", async () => {
    expect(heicPicture.includes(SECRET_LOCATION)).toBe(true)
    const { bytes, width, height, thumbnail } = await encode(heicPicture, 'heif')
    expect([width, height]).toEqual([48, 32])
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 48, height: 32, channels: 3 })
    expect((data[0] ?? 0) > 150 && (data[1] ?? 255) < 80).toBe(true)
    for (const made of [bytes, thumbnail]) {
      expect((await sharp(made).metadata()).exif).toBeUndefined()
      expect(Buffer.from(made).includes(SECRET_LOCATION)).toBe(false)
    }
  })

  test('with all frames if it is an animated GIF, and with a still thumbnail', async () => {
    const { bytes, became, width, height, thumbnail } = await encode(await makeAnimation(), 'gif', 'gif')
    expect({ became, width, height }).toEqual({ became: 'gif', width: 30, height: 20 })
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3)
    const small = await sharp(thumbnail, { animated: true }).metadata()
    expect([small.format, small.pages ?? 1]).toEqual(['webp', 1])
  })

  test('to PNG if it is a GIF that is not animated', async () => {
    const { bytes, became } = await encode(await makePicture({ format: 'gif' }), 'gif', 'gif')
    expect([became, (await sharp(bytes).metadata()).format]).toEqual(['png', 'png'])
  })

  test('with only its first frame if an animated GIF becomes another format', async () => {
    const { bytes } = await encode(manyFrames(300), 'gif', 'png')
    const made = await sharp(bytes, { animated: true }).metadata()
    expect([made.format, made.width, made.height, made.pages ?? 1]).toEqual(['png', 1, 1, 1])
  })

  test('to a thumbnail only, if requested', async () => {
    const { bytes, became, width, height } = await encode(await makePicture({ width: 900, height: 600 }), 'jpeg', 'small')
    expect({ became, width, height }).toEqual({ became: 'webp', width: 320, height: 213 })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 213 })
  })

  test('to at most 2560 pixels per side, and never enlarged', async () => {
    const { width, height } = await encode(await makePicture({ width: 3000, height: 100 }), 'jpeg')
    expect([width, height]).toEqual([2560, 85])
    const small = await encode(await makePicture({ width: 5, height: 3, format: 'webp' }), 'webp', 'webp')
    expect([small.width, small.height]).toEqual([5, 3])
    expect(await sharp(small.thumbnail).metadata()).toMatchObject({ width: 5, height: 3 })
  })
})

describe('the header is checked before anything is decoded', () => {
  test.each([
    ['forty million pixels are accepted', hugePng(8000, 5000), 'files.unreadable'],
    ['one row more is too many', hugePng(8000, 5001), 'files.too_many_pixels'],
    ['C56: twenty thousand by twenty thousand is too many', hugePng(20_000, 20_000), 'files.too_many_pixels'],
    ['the largest possible size is too many', hugePng(2 ** 31 - 1, 2 ** 31 - 1), /files\.(too_many_pixels|unreadable)/],
    ['zero pixels are unreadable', hugePng(0, 0), 'files.unreadable'],
  ])('%s', async (_what, bytes, code) => {
    await expect(encode(bytes, 'png', 'png')).rejects.toMatchObject({ code: expect.stringMatching(code) })
  })

  test('more than three hundred frames are too many', async () => {
    await expect(encode(manyFrames(301), 'gif', 'png')).rejects.toMatchObject({ code: 'files.too_many_pixels' })
  })
})

describe('an unreadable picture is refused', () => {
  test.each([
    ['cut in half', async () => (await makePicture({ width: 500, height: 500 })).subarray(0, 3000), 'jpeg'],
    ['a truncated PNG', async () => (await makePicture({ width: 500, height: 500, format: 'png' })).subarray(0, 200), 'png'],
    ['a truncated HEIC', async () => heicPicture.subarray(0, 500), 'heif'],
    ['a format declared as another', () => makePicture({ format: 'webp' }), 'png'],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'png'],
    ['a comment that decompresses to a hundred megabytes', async () => hugePng(9000, 9000, [bombChunk()]), 'png'],
    ['an empty file', async () => Buffer.alloc(0), 'jpeg'],
  ] as const)('%s', async (_what, make, format) => {
    await expect(encode(await make(), format)).rejects.toMatchObject({
      code: expect.stringMatching(/^files\.(unreadable|too_many_pixels)$/),
    })
  })
})

describe('a JPEG with many scans', () => {
  test('C56: is refused by their number before any is decoded', async () => {
    const patient = imageEncoder({ timeoutSeconds: 600 })
    const bytes = await manyScans(101, { width: 40, height: 40 })
    await expect(patient.encode({ bytes, format: 'jpeg', becomes: 'jpeg' }, 1)).rejects.toMatchObject({
      code: 'files.unreadable',
    })
  })

  test('is accepted with up to a hundred', async () => {
    const bytes = await manyScans(100, { width: 40, height: 40 })
    expect(await encode(bytes, 'jpeg')).toMatchObject({ width: 40, height: 40 })
  })

  test('C56: is refused by scans times pixels before any is decoded', async () => {
    const patient = imageEncoder({ timeoutSeconds: 600 })
    const bytes = await manyScans(16, { width: 6300, height: 6300 })
    await expect(patient.encode({ bytes, format: 'jpeg', becomes: 'jpeg' }, 1)).rejects.toMatchObject({
      code: 'files.unreadable',
    })
  })

  test('C56: is stopped with its process if it takes too long, and costs the server nothing', async () => {
    const bytes = await manyScans(15, { width: 6300, height: 6300 })
    const before = process.cpuUsage()
    await expect(
      imageEncoder({ timeoutSeconds: 0.5 }).encode({ bytes, format: 'jpeg', becomes: 'jpeg' }, 1),
    ).rejects.toMatchObject({
      code: 'files.unreadable',
    })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1_000)
    await expect.poll(countProcesses).toBe(0)
  })
})

test('a picture that takes too long is stopped, and the next is encoded', async () => {
  const hasty = imageEncoder({ timeoutSeconds: 0.001 })
  const bytes = await makePicture({ width: 2000, height: 2000 })
  await expect(hasty.encode({ bytes, format: 'jpeg', becomes: 'jpeg' }, 1)).rejects.toMatchObject({ code: 'files.unreadable' })
  await expect(hasty.encode({ bytes, format: 'jpeg', becomes: 'jpeg' }, 1)).rejects.toMatchObject({ code: 'files.unreadable' })
  expect(await encode(bytes, 'jpeg')).toMatchObject({ width: 2000 })
})

test('concurrent pictures do not affect each other', async () => {
  const bytes = await makePicture()
  const all = await Promise.allSettled(Array.from({ length: rounds(6, 30) }, () => encode(bytes, 'jpeg')))
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('two pictures are encoded at a time, others wait, and too many are refused', async () => {
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
  const hasty = imageEncoder({ timeoutSeconds: 0.001 })
  const crowd = await Promise.allSettled(
    Array.from({ length: 43 }, (_, personId) => hasty.encode({ bytes, format: 'jpeg', becomes: 'jpeg' }, personId)),
  )
  expect(crowd.flatMap((one) => (one.status === 'rejected' && one.reason.code === 'core.unavailable' ? [one] : []))).toHaveLength(
    1,
  )
})

test('one person never occupies both processes, and waits for their own pictures only', async () => {
  const own = imageEncoder()
  const slow = await makePicture({ width: 3000, height: 3000 })
  const bytes = await makePicture()
  const finished: string[] = []
  const send = async (what: string, personId: number, picture = bytes) => {
    await own.encode({ bytes: picture, format: 'jpeg', becomes: 'jpeg' }, personId)
    finished.push(what)
  }
  await Promise.all([send('first', 1, slow), send('second', 1), send('third', 1), send('of somebody else', 2)])
  expect(finished).toEqual(['of somebody else', 'first', 'second', 'third'])
})

test('one person cannot fill the queue', async () => {
  const hasty = imageEncoder({ timeoutSeconds: 0.001 })
  const bytes = await makePicture()
  const codeFor = (personId: number) =>
    hasty.encode({ bytes, format: 'jpeg', becomes: 'jpeg' }, personId).catch(({ code }: { code: string }) => code)
  const codes = await Promise.all([...Array<number>(40).fill(1), 2].map(codeFor))
  expect(codes.filter((code) => code === 'core.unavailable')).toHaveLength(19)
  expect(codes.at(-1)).toBe('files.unreadable')
})
