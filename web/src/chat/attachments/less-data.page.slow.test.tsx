import { searchGifs } from '@saathi/contract/chat/calls'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setSaveData, chooseLessData } from '../../../test/data-light.ts'
import { answer } from '../../../test/harness.tsx'
import { attachment, message, pageOf } from '../chat.fake.ts'
import { openRavi, playChat } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(390, 844))

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
/** Each test uses its own id, because a revealed picture stays revealed. */
const picture = (id: string, changes: Parameters<typeof attachment>[0] = {}) =>
  attachment({
    id,
    name: 'field.jpg',
    type: 'image/jpeg',
    thumbnail_presigned_url: dot,
    presigned_url: dot,
    width: 1200,
    height: 900,
    thumbnail_size: 46_080,
    ...changes,
  })
const messageWith = (...changes: unknown[]) => message(1, { message: '', attachments: JSON.stringify(changes) })
function sizeOf(element: Element): number[] {
  const { width, height } = element.getBoundingClientRect()
  return [Math.round(width), Math.round(height)]
}
const shownImages = () => [...document.querySelectorAll('[role=log] img')].map((image) => image.getAttribute('src'))

test('a picture waits for a tap, with its size and the bytes of the thumbnail; then shows the bytes of the full one', async () => {
  chooseLessData()
  playChat([messageWith(picture('one'))])
  const { log, screen } = await openRavi()
  const placeholder = log.getByRole('button', { name: 'Show picture field.jpg 45 kB' })
  await expect.element(placeholder).toBeVisible()
  expect(shownImages()).toEqual([])
  const before = sizeOf(placeholder.element())
  await placeholder.click()
  const small = log.getByRole('button', { name: 'Open the picture field.jpg, 1.2 MB' })
  await expect.element(small).toHaveFocus()
  expect(shownImages()).toEqual([dot])
  expect(sizeOf(small.element())).toEqual(before)
  await expect.element(small).toHaveTextContent('1.2 MB')
  await small.click()
  await expect.element(screen.getByRole('dialog').getByRole('img', { name: 'field.jpg' })).toBeVisible()
})

test('it can be shown by keyboard, too, and a small box is large enough for a thumb', async () => {
  chooseLessData()
  playChat([messageWith(picture('two', { width: 20, height: 10, thumbnail_presigned_url: '', size: 900 }))])
  const { log } = await openRavi()
  const placeholder = log.getByRole('button', { name: 'Show picture field.jpg 1 kB' })
  await expect.element(placeholder).toBeVisible()
  const { width, height } = placeholder.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  placeholder.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByRole('button', { name: 'Open the picture field.jpg' })).toHaveFocus()
})

test('the browser’s data saver has the same effect', async () => {
  setSaveData(true)
  playChat([messageWith(picture('three'))])
  const { log } = await openRavi()
  await expect.element(log.getByRole('button', { name: /^Show picture/ })).toBeVisible()
  expect(shownImages()).toEqual([])
})

test('a GIF is not loaded before it is requested, and shows no size if it is unknown', async () => {
  chooseLessData()
  const gif = { name: 'Good morning', type: 'image/gif', size: null }
  playChat([messageWith({ ...picture('four', gif), thumbnail_size: undefined })])
  const { log } = await openRavi()
  const placeholder = log.getByRole('button', { name: 'Show GIF Good morning', exact: true })
  await expect.element(placeholder).toBeVisible()
  expect(shownImages()).toEqual([])
  await placeholder.click()
  await expect.element(log.getByRole('button', { name: 'Open the picture Good morning', exact: true })).toHaveFocus()
  expect(shownImages()).toEqual([dot])
})

test('a picture takes the focus when it was requested, but not when its link is renewed', async () => {
  chooseLessData()
  const broken = picture('five', { thumbnail_presigned_url: 'data:image/png;base64,AAAA' })
  const played = playChat([messageWith(broken)])
  const { log, field } = await openRavi()
  await log.getByRole('button', { name: /^Show picture field.jpg/ }).click()
  await expect.element(log.getByRole('button', { name: 'Load field.jpg again' })).toBeVisible()
  await field.click()
  played.send(pageOf([messageWith(picture('five'))], { message_id: 1, has_next_page: false, has_newer: false }))
  await expect.element(log.getByRole('button', { name: /^Open the picture field.jpg/ })).toBeVisible()
  await expect.element(field).toHaveFocus()
})

test('a link preview shows only its text', async () => {
  chooseLessData()
  const preview = attachment({ id: 'https://example.org/', url: 'https://example.org/', name: 'One page is enough' })
  const own = { ...preview, type: 'text/html', attachment_type: 'link_preview', thumbnail_presigned_url: '/api/v2/picture/' }
  playChat([messageWith(own)])
  const { log } = await openRavi()
  await expect.element(log.getByRole('link', { name: 'One page is enough' })).toBeVisible()
  expect(shownImages()).toEqual([])
})

test('GIFs are chosen by their names, or their pictures can be shown', async () => {
  chooseLessData()
  const gif = { id: 'wave', url: '/media/gifs/wave.gif', previewUrl: dot, width: 4, height: 3, title: 'Waving' }
  answer(searchGifs, { gifs: [gif], hasNextPage: false, isOffered: true })
  const played = playChat([message(1)])
  const { room } = await openRavi()
  await room.getByRole('button', { name: 'GIF', exact: true }).click()
  const waving = room.getByRole('button', { name: 'Waving' })
  await expect.element(waving).toHaveTextContent('Waving')
  expect(waving.element().querySelector('img')).toBeNull()
  await room.getByRole('button', { name: 'Show the pictures' }).click()
  expect(waving.element().querySelector('img')?.getAttribute('src')).toBe(dot)
  await expect.element(room.getByRole('button', { name: 'Hide the pictures' })).toHaveFocus()
  await waving.click()
  // The chosen GIF is shown by its picture or by its name.
  expect(document.querySelector('img[src="/media/gifs/wave.gif"]')).toBeNull()
  await room.getByRole('button', { name: 'Send', exact: true }).click()
  await expect
    .poll(() => played.commands('send').at(-1)?.attachments)
    .toEqual([{ url: '/media/gifs/wave.gif', name: 'Waving', type: 'image/gif' }])
})
