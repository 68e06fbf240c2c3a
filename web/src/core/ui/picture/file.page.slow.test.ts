import { expect, test } from 'vitest'
import { firstCrop } from './crop.ts'
import { cutPicture, PictureFault, readPicture } from './file.ts'

const MB = 1024 * 1024

async function paint(width: number, height: number, fill: string | null, type = 'image/png'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  if (fill) {
    context.fillStyle = fill
    context.fillRect(0, 0, width, height)
  }
  return canvas.convertToBlob({ type })
}

async function pixelOf(file: Blob): Promise<number[]> {
  const picture = await createImageBitmap(file)
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  context?.drawImage(picture, 0, 0, 1, 1)
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
}

test.each(['image/png', 'image/jpeg'])('[ACC-33] %s is accepted', async (type) => {
  expect(await readPicture(await paint(60, 40, '#0f0', type))).toMatchObject({ width: 60, height: 40 })
})

test.each([
  ['text with the name of a picture', new File(['hello'], 'me.png', { type: 'image/png' })],
  ['an SVG', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'me.png', { type: 'image/png' })],
  ['a truncated PNG', new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2])], 'me.png')],
  ['an empty file', new File([], 'me.jpg', { type: 'image/jpeg' })],
])('[ACC-33] the content decides: %s is rejected', async (_name, file) => {
  await expect(readPicture(file)).rejects.toMatchObject({ kind: 'notAPicture' })
})

test('[ACC-33] a WebP is rejected whatever its name', async () => {
  const webp = new File([await paint(10, 10, '#0f0', 'image/webp')], 'me.jpg', { type: 'image/jpeg' })
  await expect(readPicture(webp)).rejects.toMatchObject({ kind: 'notAPicture' })
})

test('a file too large for a small phone is rejected', async () => {
  const huge = new File([await paint(10, 10, '#0f0'), new Uint8Array(41 * MB)], 'me.png')
  await expect(readPicture(huge)).rejects.toMatchObject({ kind: 'tooLarge' })
})

test('a picture with more pixels than needed is scaled down', async () => {
  expect(await readPicture(await paint(4096, 1024, '#0f0'))).toMatchObject({ width: 2048, height: 512 })
})

test('the result is a square JPEG of at most 512 pixels', async () => {
  const picture = await readPicture(await paint(1600, 900, '#0f0'))
  const file = await cutPicture(picture, firstCrop(picture), 2 * MB)
  expect(file).toMatchObject({ type: 'image/jpeg', name: 'picture.jpg' })
  expect(file.size).toBeLessThanOrEqual(2 * MB)
  expect(await createImageBitmap(file)).toMatchObject({ width: 512, height: 512 })
})

test('a small picture is not enlarged', async () => {
  const picture = await readPicture(await paint(90, 60, '#0f0'))
  expect(await createImageBitmap(await cutPicture(picture, firstCrop(picture), MB))).toMatchObject({ width: 60, height: 60 })
})

test('transparency turns white, not black', async () => {
  const picture = await readPicture(await paint(50, 50, null))
  expect(await pixelOf(await cutPicture(picture, firstCrop(picture), MB))).toEqual([255, 255, 255, 255])
})

test('a picture that cannot be made small enough is rejected', async () => {
  const picture = await readPicture(await paint(300, 300, '#0f0'))
  const cut = cutPicture(picture, firstCrop(picture), 10)
  await expect(cut).rejects.toBeInstanceOf(PictureFault)
  await expect(cut).rejects.toMatchObject({ kind: 'tooLarge' })
})
