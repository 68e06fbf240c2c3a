import { searchGifs } from '@saathi/contract/chat/calls'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setSaveData, chooseLessData } from '../../test/data-light.ts'
import { answer } from '../../test/harness.tsx'
import { attachment, message, pageOf } from './chat.fake.ts'
import { openRavi, playChat } from './chat-server.fake.ts'

beforeEach(() => page.viewport(390, 844))

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
/** Each has an id of its own: what was asked for once stays asked for. */
const picture = (id: string, given: Parameters<typeof attachment>[0] = {}) =>
  attachment({
    id,
    name: 'field.jpg',
    type: 'image/jpeg',
    thumbnail_presigned_url: dot,
    presigned_url: dot,
    width: 1200,
    height: 900,
    thumbnail_size: 46_080,
    ...given,
  })
const carrying = (...given: unknown[]) => message(1, { message: '', attachments: JSON.stringify(given) })
function sizeOf(element: Element): number[] {
  const { width, height } = element.getBoundingClientRect()
  return [Math.round(width), Math.round(height)]
}
const drawn = () => [...document.querySelectorAll('[role=log] img')].map((image) => image.getAttribute('src'))

test('a picture waits for a tap, with its place and what the small one takes; then the whole one tells its own', async () => {
  chooseLessData()
  playChat([carrying(picture('one'))])
  const { log, screen } = await openRavi()
  const held = log.getByRole('button', { name: 'Show picture field.jpg 45 kB' })
  await expect.element(held).toBeVisible()
  expect(drawn()).toEqual([])
  const before = sizeOf(held.element())
  await held.click()
  const small = log.getByRole('button', { name: 'Open the picture field.jpg, 1.2 MB' })
  await expect.element(small).toHaveFocus()
  expect(drawn()).toEqual([dot])
  expect(sizeOf(small.element())).toEqual(before)
  await expect.element(small).toHaveTextContent('1.2 MB')
  await small.click()
  await expect.element(screen.getByRole('dialog').getByRole('img', { name: 'field.jpg' })).toBeVisible()
})

test('it is asked for by keyboard, too, and a small place is large enough for a thumb', async () => {
  chooseLessData()
  playChat([carrying(picture('two', { width: 20, height: 10, thumbnail_presigned_url: '', size: 900 }))])
  const { log } = await openRavi()
  const held = log.getByRole('button', { name: 'Show picture field.jpg 1 kB' })
  await expect.element(held).toBeVisible()
  const { width, height } = held.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  held.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByRole('button', { name: 'Open the picture field.jpg' })).toHaveFocus()
})

test('a browser that saves data is enough', async () => {
  setSaveData(true)
  playChat([carrying(picture('three'))])
  const { log } = await openRavi()
  await expect.element(log.getByRole('button', { name: /^Show picture/ })).toBeVisible()
  expect(drawn()).toEqual([])
})

test('a GIF is not there before it is asked for, and says nothing that is not known', async () => {
  chooseLessData()
  const gif = { name: 'Good morning', type: 'image/gif', size: null }
  playChat([carrying({ ...picture('four', gif), thumbnail_size: undefined })])
  const { log } = await openRavi()
  const held = log.getByRole('button', { name: 'Show GIF Good morning', exact: true })
  await expect.element(held).toBeVisible()
  expect(drawn()).toEqual([])
  await held.click()
  await expect.element(log.getByRole('button', { name: 'Open the picture Good morning', exact: true })).toHaveFocus()
  expect(drawn()).toEqual([dot])
})

test('it takes the focus when it was asked for, and not when its link is renewed', async () => {
  chooseLessData()
  const broken = picture('five', { thumbnail_presigned_url: 'data:image/png;base64,AAAA' })
  const played = playChat([carrying(broken)])
  const { log, field } = await openRavi()
  await log.getByRole('button', { name: /^Show picture field.jpg/ }).click()
  await expect.element(log.getByRole('button', { name: 'Load field.jpg again' })).toBeVisible()
  await field.click()
  played.say(pageOf([carrying(picture('five'))], { message_id: 1, has_next_page: false, has_newer: false }))
  await expect.element(log.getByRole('button', { name: /^Open the picture field.jpg/ })).toBeVisible()
  await expect.element(field).toHaveFocus()
})

test('the preview of a link is its words', async () => {
  chooseLessData()
  const preview = attachment({ id: 'https://example.org/', url: 'https://example.org/', name: 'One page is enough' })
  const own = { ...preview, type: 'text/html', attachment_type: 'link_preview', thumbnail_presigned_url: '/api/v2/picture/' }
  playChat([carrying(own)])
  const { log } = await openRavi()
  await expect.element(log.getByRole('link', { name: 'One page is enough' })).toBeVisible()
  expect(drawn()).toEqual([])
})

test('GIFs are chosen by their names, or their pictures are asked for', async () => {
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
  // What is chosen was seen, or is known by its name.
  expect(document.querySelector('img[src="/media/gifs/wave.gif"]')).toBeNull()
  await room.getByRole('button', { name: 'Send', exact: true }).click()
  await expect
    .poll(() => played.commands('send').at(-1)?.attachments)
    .toEqual([{ url: '/media/gifs/wave.gif', name: 'Waving', type: 'image/gif' }])
})
