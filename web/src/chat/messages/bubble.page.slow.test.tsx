import { getLinkPreview } from '@saathi/contract/chat/calls'
import { refresh } from '@saathi/contract/accounts/identity-calls'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { holdTimers } from '../../../test/hold-timers.ts'
import { attachment, message } from '../chat.fake.ts'
import { openRavi, playChat } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const picture = attachment({
  name: 'field.heic',
  type: 'image/heic',
  thumbnail_presigned_url: dot,
  presigned_url: dot,
  width: 1200,
  height: 900,
})
const messageWith = (...attachments: unknown[]) => message(1, { message: '', attachments: JSON.stringify(attachments) })

test('[CHT-11] a picture has its size before it loads, and opens in full screen', async () => {
  playChat([messageWith(picture)])
  const { log, screen } = await openRavi()
  const thumbnail = log.getByRole('button', { name: 'Open the picture field.heic' })
  await expect.element(thumbnail).toBeVisible()
  const { width, height } = thumbnail.element().getBoundingClientRect()
  expect(Math.round(width)).toBe(260)
  expect(Math.round(height)).toBe(195)
  await thumbnail.click()
  await expect.element(screen.getByRole('dialog').getByRole('img', { name: 'field.heic' })).toBeVisible()
})

test('[CHT-11] a picture with an expired link is requested again', async () => {
  const played = playChat([messageWith({ ...picture, thumbnail_presigned_url: 'data:image/png;base64,AAAA' })])
  const { log } = await openRavi()
  await log.getByRole('button', { name: 'Load field.heic again' }).click()
  await expect.poll(() => played.commands('get_room_chat_messages').at(-1)).toMatchObject({ message_id: 1, direction: 'around' })
})

test('[CHT-11] a document can be downloaded, with its short name, kind and size', async () => {
  playChat([messageWith(attachment())])
  const { log } = await openRavi()
  await expect.element(log.getByText('portfolio-dra…')).toBeVisible()
  await expect.element(log.getByText('PDF · 1.2 MB')).toBeVisible()
  const link = log.getByRole('link', { name: 'Download portfolio-draft-two.pdf' })
  await expect.element(link).toHaveAttribute('download', 'portfolio-draft-two.pdf')
})

test('[CHT-12] a message shows the preview of its link, but only for web addresses', async () => {
  const preview = (url: string, name: string) =>
    attachment({ id: url, url, name, type: 'text/html', attachment_type: 'link_preview' })
  playChat([messageWith(preview('https://example.org/', 'One page is enough'), preview('javascript:alert(1)', 'Press me'))])
  const { log } = await openRavi()
  await expect.element(log.getByRole('link', { name: 'One page is enough' })).toHaveAttribute('href', 'https://example.org/')
  expect(log.getByText('Press me').elements()).toEqual([])
})

test('[CHT-12] the first typed link is detected 2000 ms after the last letter and fetched 700 ms later', async () => {
  playChat([message(1)])
  const { inputs } = answer(getLinkPreview, ({ query: { url } }) => ({ title: 'A guide', description: '', image: '', url }))
  const { field, room } = await openRavi()
  const [typing, fetching] = [holdTimers(2_000), holdTimers(700)]
  await field.fill('see https://example.org/a and https://example.org/b')
  await typing.begun()
  // Started with the page, for the empty text.
  fetching.end()
  expect(inputs).toEqual([])
  typing.end()
  await fetching.begun()
  expect(inputs).toEqual([])
  fetching.end()
  await expect.element(room.getByRole('group', { name: 'Preview of the link' })).toHaveTextContent('A guide')
  expect(inputs.map(({ query }) => query.url)).toEqual(['https://example.org/a'])
})

test('[CHT-12] a failed preview is logged and clears the previous one', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  onTestFinished(() => logged.mockRestore())
  playChat([message(1)])
  const { inputs } = answer(getLinkPreview, ({ query: { url } }) =>
    url.endsWith('/b') ? refuse('core.broken', 500) : { title: 'A guide', description: '', image: '', url },
  )
  const { field, room } = await openRavi()
  const preview = room.getByRole('group', { name: 'Preview of the link' })
  await field.fill('see https://example.org/a')
  await expect.element(preview).toHaveTextContent('A guide')
  await field.fill('see https://example.org/b')
  await expect.poll(() => inputs.map(({ query }) => query.url)).toEqual(['https://example.org/a', 'https://example.org/b'])
  await expect.element(preview).not.toBeInTheDocument()
  await expect
    .poll(() => logged.mock.calls)
    .toContainEqual(['No preview of this link.', expect.objectContaining({ code: 'core.broken' })])
})

test('unreadable attachments are ignored', async () => {
  playChat([message(1, { attachments: '{"not": "a list"' })])
  const { log } = await openRavi()
  await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
})

test('a redacted message says so', async () => {
  const played = playChat([message(1, { message: 'My number is 12345' })])
  const { log } = await openRavi()
  await expect.element(log.getByText('My number is 12345')).toBeVisible()
  played.send(message(1, { message: '' }))
  await expect.element(log.getByText('This message was removed.')).toBeVisible()
  expect(log.getByText('My number is 12345').elements()).toEqual([])
})

function tenMinutesLater() {
  answer(refresh, { accessToken: 'token-2', expiresIn: 600, userId: 1 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  onTestFinished(() => void vi.useRealTimers())
}

test('[CHT-11] a document with an expired link is downloaded with a new one', async () => {
  const played = playChat([messageWith(attachment())])
  const { log } = await openRavi()
  const link = log.getByRole('link', { name: 'Download portfolio-draft-two.pdf' })
  await expect.element(link).toBeVisible()
  const followed: (string | null)[] = []
  // Links that are not prevented are recorded; the test has nothing to download.
  const follow = (event: Event) => {
    if (!event.defaultPrevented) followed.push((event.target as Element).closest('a')?.getAttribute('href') ?? null)
    event.preventDefault()
  }
  window.addEventListener('click', follow)
  onTestFinished(() => window.removeEventListener('click', follow))
  tenMinutesLater()
  played.messages = [messageWith(attachment({ presigned_url: '/api/v2/files/new/' }))]
  await link.click()
  await expect.poll(() => followed, { timeout: 40_000 }).toEqual(['/api/v2/files/new/'])
})

test('[CHT-11] the full picture gets a new link if its own has expired', async () => {
  const broken = 'data:image/png;base64,AAAA'
  const played = playChat([messageWith({ ...picture, presigned_url: broken })])
  const { log, screen } = await openRavi()
  const thumbnail = log.getByRole('button', { name: 'Open the picture field.heic' })
  await expect.element(thumbnail).toBeVisible()
  tenMinutesLater()
  played.messages = [messageWith(picture)]
  await thumbnail.click()
  await expect.element(screen.getByRole('dialog').getByRole('img', { name: 'field.heic' })).toHaveAttribute('src', dot)
})
