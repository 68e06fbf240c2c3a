import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { storedFile } from '../question.fake.ts'
import { showQuestion, tabIn } from '../show-question.fake.tsx'

const MB = 1024 * 1024
const title = 'Show it to us.'

async function paint(name: string, type = 'image/png'): Promise<File> {
  const canvas = new OffscreenCanvas(30, 20)
  canvas.getContext('2d')?.fillRect(0, 0, 30, 20)
  const blob = await canvas.convertToBlob({ type })
  return new File([blob], name, { type })
}
const sized = (name: string, type: string, size: number) => new File([new Uint8Array(size)], name, { type })
const pdf = (name = 'resume.pdf', size = 100) => sized(name, 'application/pdf', size)

type Screen = Awaited<ReturnType<typeof showQuestion>>['screen']
const input = (screen: Screen) => screen.getByLabelText(title)
const choose = (screen: Screen, file: File) => userEvent.upload(input(screen), file)

function carry(file: File): DataTransfer {
  const carried = new DataTransfer()
  carried.items.add(file)
  return carried
}

/** Uploading megabytes through the test driver takes seconds; this stays in the page. */
function chooseLarge(screen: Screen, file: File) {
  const field = input(screen).element()
  if (field instanceof HTMLInputElement) field.files = carry(file).files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function drop(screen: Screen, file: File) {
  for (const type of ['dragover', 'drop']) {
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: carry(file) })
    input(screen).element().dispatchEvent(event)
  }
}

const kinds = [
  { questionType: 'ImageResponse', right: () => paint('place.png'), accept: 'image/jpeg,image/png' },
  { questionType: 'SingleImageUpload', right: () => paint('place.jpg', 'image/jpeg'), accept: 'image/jpeg,image/png' },
  { questionType: 'Document', right: async () => pdf(), accept: 'application/pdf' },
]

describe.each(kinds)('$questionType', ({ questionType, right, accept }) => {
  test('[QST-01] can be focused and opened with the keyboard', async () => {
    const { screen } = await showQuestion({ questionType, title })
    await tabIn()
    await expect.element(input(screen)).toHaveFocus()
    const opened: string[] = []
    input(screen)
      .element()
      .addEventListener('click', (event) => {
        event.preventDefault()
        opened.push('chooser')
      })
    await userEvent.keyboard(' ')
    expect(opened).toEqual(['chooser'])
  })

  test('[QST-01] accepts a chosen file, and offers only its types', async () => {
    const { screen, fieldValue } = await showQuestion({ questionType, title, mandatory: true })
    await expect.element(input(screen)).toHaveAttribute('accept', accept)
    const file = await right()
    await choose(screen, file)
    expect(fieldValue()).toBeInstanceOf(File)
    expect(fieldValue()).toMatchObject({ name: file.name, size: file.size })
    await expect.element(screen.getByText(file.name)).toBeVisible()
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test('[QST-01] accepts a dropped file', async () => {
    const { screen, fieldValue } = await showQuestion({ questionType, title })
    const file = await right()
    drop(screen, file)
    expect(fieldValue()).toMatchObject({ name: file.name })
  })

  test('[QST-03] that is mandatory and empty shows an error', async () => {
    const { screen, handIn } = await showQuestion({ questionType, title, mandatory: true })
    await handIn()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
    await expect.element(input(screen)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(input(screen)).toHaveAccessibleName(/^Show it to us\. required/)
    await expect.element(input(screen)).toHaveAccessibleDescription('Field is mandatory')
  })

  test('[QST-11] that is disabled accepts nothing', async () => {
    const { screen, fieldValue } = await showQuestion({ questionType, title, disabled: true })
    await expect.element(input(screen)).toBeDisabled()
    drop(screen, await right())
    expect(fieldValue()).toBeUndefined()
  })

  test('removes a chosen file, and the focus stays with the question', async () => {
    const { screen, fieldValue } = await showQuestion({ questionType, title })
    const file = await right()
    await choose(screen, file)
    await screen.getByRole('button', { name: `Remove ${file.name}` }).click()
    expect(fieldValue()).toBeUndefined()
    await expect.element(input(screen)).toHaveFocus()
    await expect.element(screen.getByText('Browse')).toBeVisible()
  })
})

const only4MB = 'Sorry, only files smaller than 4 MB are allowed.'
const onlyPictures = 'Sorry, only JPG, JPEG, PNG files are allowed.'
const onlyPdf = 'Sorry, only PDF files smaller than 4 MB are allowed.'
const only2MB = 'Please choose an image of 2 MB or less.'
const onlyImages = 'Please choose an image file.'

describe('a refused file shows an error at once', () => {
  test.each([
    ['ImageResponse', 'place.gif', 'image/gif', 100, onlyPictures],
    ['ImageResponse', 'place.png', 'image/png', 4 * MB + 1, only4MB],
    ['ImageResponse', 'place.gif', 'image/gif', 4 * MB + 1, onlyPictures],
    ['SingleImageUpload', 'place.txt', 'text/plain', 100, onlyImages],
    ['SingleImageUpload', 'place.jpeg', 'image/jpeg', 2 * MB + 1, only2MB],
    ['Document', 'resume.docx', 'application/msword', 100, onlyPdf],
    ['Document', 'resume.pdf', 'application/pdf', 4 * MB + 1, onlyPdf],
  ])('[QST-06] %s, %s as %s of %i bytes: %s', async (questionType, name, type, size, text) => {
    const { screen, fieldValue } = await showQuestion({ questionType, title })
    chooseLarge(screen, sized(name, type, size))
    await expect.element(screen.getByRole('alert')).toHaveTextContent(text)
    await expect.element(input(screen)).toHaveAttribute('aria-invalid', 'true')
    expect(fieldValue()).toBeUndefined()
  })

  test.each([
    ['ImageResponse', 'place.JPG', 'image/jpeg', 4 * MB],
    ['SingleImageUpload', 'place.jpeg', 'image/jpeg', 2 * MB],
    ['Document', 'resume.PDF', 'application/pdf', 4 * MB],
  ])('[QST-06] while %s accepts %s as %s of %i bytes, the largest allowed', async (questionType, name, type, size) => {
    const { screen, fieldValue } = await showQuestion({ questionType, title })
    chooseLarge(screen, sized(name, type, size))
    expect(fieldValue()).toMatchObject({ name, size })
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test('[QST-06] while the previous file stays', async () => {
    const { screen, fieldValue } = await showQuestion({ questionType: 'Document', title })
    await choose(screen, pdf('first.pdf'))
    await choose(screen, sized('second.png', 'image/png', 10))
    await expect.element(screen.getByRole('alert')).toHaveTextContent(onlyPdf)
    expect(fieldValue()).toMatchObject({ name: 'first.pdf' })
    await choose(screen, pdf('third.pdf'))
    expect(screen.getByRole('alert').elements()).toEqual([])
    expect(fieldValue()).toMatchObject({ name: 'third.pdf' })
  })

  test('[QST-06] although the limit was shown before', async () => {
    const { screen } = await showQuestion({ questionType: 'SingleImageUpload', title })
    await expect.element(screen.getByText('JPG or PNG, up to 2 MB')).toBeVisible()
  })
})

/** Like a camera photo: noise, which does not compress and so takes megabytes. */
async function photo(name: string, type = 'image/jpeg'): Promise<File> {
  const canvas = new OffscreenCanvas(3600, 2700)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const picture = context.createImageData(canvas.width, canvas.height)
  let seed = 1
  for (let at = 0; at < picture.data.length; at += 1) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    picture.data[at] = at % 4 === 3 ? 255 : seed >> 16
  }
  context.putImageData(picture, 0, 0)
  return new File([await canvas.convertToBlob({ type, quality: 0.98 })], name, { type })
}

describe.each(['ImageResponse', 'SingleImageUpload'])('a camera photo in %s', (questionType) => {
  const limit = (questionType === 'ImageResponse' ? 4 : 2) * MB

  test('[QST-06] is shrunk on the device, and keeps its name and shape', async () => {
    const large = await photo('my garden.jpeg')
    expect(large.size).toBeGreaterThan(limit)
    const { screen, fieldValue } = await showQuestion({ questionType, title })
    chooseLarge(screen, large)
    await expect.poll(() => fieldValue() instanceof File).toBe(true)
    const file = fieldValue()
    if (!(file instanceof File)) throw new Error('no file')
    expect(file).toMatchObject({ name: 'my garden.jpg', type: 'image/jpeg' })
    expect(file.size).toBeLessThanOrEqual(limit)
    const { width, height } = await createImageBitmap(file)
    expect(width / height).toBeCloseTo(3600 / 2700, 1)
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test('[QST-06] is dropped if another file is chosen while shrinking', async () => {
    const { screen, fieldValue } = await showQuestion({ questionType, title })
    chooseLarge(screen, await photo('large.jpg'))
    chooseLarge(screen, await paint('small.png'))
    await expect.poll(fieldValue).toMatchObject({ name: 'small.png' })
    await expect.element(screen.getByText(/Making your photo smaller/)).not.toBeInTheDocument()
    expect(fieldValue()).toMatchObject({ name: 'small.png' })
  })
})

test('[QST-07] a long name is cut to 15 letters with its extension, with the full name as title', async () => {
  const { screen } = await showQuestion({ questionType: 'Document', title })
  await choose(screen, pdf('my-first-resume-2026.pdf', 200 * 1024))
  const name = screen.getByText('my-first-r….pdf')
  await expect.element(name).toHaveAttribute('title', 'my-first-resume-2026.pdf')
  await expect.element(screen.getByText('200 kB')).toBeVisible()
})

test('a chosen picture is shown, and its object URL is revoked when replaced', async () => {
  const { screen } = await showQuestion({ questionType: 'ImageResponse', title })
  const shown = () => document.querySelector('main img')?.getAttribute('src') ?? ''
  const load = (url: string) => Object.assign(new Image(), { src: url }).decode()
  await choose(screen, await paint('one.png'))
  await expect.poll(shown).toMatch(/^blob:/)
  const first = shown()
  await expect(load(first)).resolves.toBeUndefined()
  await choose(screen, await paint('two.png'))
  await expect.poll(shown).not.toBe(first)
  await expect(load(first)).rejects.toMatchObject({ name: 'EncodingError' })
})

test('a stored file is a link, and can be replaced or removed', async () => {
  const { screen, fieldValue } = await showQuestion({ questionType: 'Document', title }, { value: storedFile })
  const link = screen.getByRole('link', { name: 'my-first-r….pdf' })
  await expect.element(link).toHaveAttribute('href', storedFile.url)
  await expect.element(link).toHaveAttribute('title', storedFile.name)
  await expect.element(screen.getByText('Sent before')).toBeVisible()
  await choose(screen, pdf('new.pdf'))
  expect(fieldValue()).toMatchObject({ name: 'new.pdf' })
  expect(link.elements()).toEqual([])
})

test('a stored picture shows its thumbnail', async () => {
  const thumbnailUrl = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E'
  const value = { ...storedFile, name: 'place.png', type: 'image/png', thumbnailUrl }
  await showQuestion({ questionType: 'ImageResponse', title }, { value })
  expect(document.querySelector('main img')?.getAttribute('src')).toBe(thumbnailUrl)
})

test('[QST-11] a stored file can be opened even if the question is disabled', async () => {
  const { screen } = await showQuestion({ questionType: 'Document', title, disabled: true }, { value: storedFile })
  await expect.element(screen.getByRole('link', { name: 'my-first-r….pdf' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
})
