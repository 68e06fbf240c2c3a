import { uploadFile } from '@saathi/contract/core/files'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '../../../test/harness.tsx'
import { message } from '../chat.fake.ts'
import { openRavi, playChat } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const picture = (name: string) => new File([new Uint8Array(900)], name, { type: 'image/png' })
const id = '11111111-1111-4111-8111-111111111111'

function carrying(type: string, files: readonly File[], text = ''): Event {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  if (text !== '') data.setData('text/plain', text)
  const more = { bubbles: true, cancelable: true }
  return type === 'paste'
    ? new ClipboardEvent(type, { ...more, clipboardData: data })
    : new DragEvent(type, { ...more, dataTransfer: data })
}

async function open() {
  const played = playChat([message(1)])
  answer(uploadFile, {
    id,
    name: 'kite.png',
    type: 'image/png',
    size: 900,
    url: '/kite.png',
    expiresAt: '2026-11-14T07:00:00.000Z',
  })
  return { played, ...(await openRavi()) }
}

test('[DAY-17] several pictures are chosen at once, one is removed, and the rest is sent in order with the words last', async () => {
  const { played, room, field } = await open()
  await room.getByLabelText('Choose a file').upload([picture('a.png'), picture('b.png'), picture('c.png')])
  await room.getByRole('button', { name: 'Remove b.png' }).click()
  await field.fill('My posters')
  await room.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => played.commands('send').map((sent) => sent.message)).toEqual(['', 'My posters'])
  await expect.element(room.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
})

test('[DAY-17] a pasted picture is attached, and pasted text stays text', async () => {
  const { room, field } = await open()
  const target = field.element()
  target.dispatchEvent(carrying('paste', [picture('copied.png')], 'words'))
  expect(room.getByRole('button', { name: /^Remove/ }).elements()).toEqual([])
  target.dispatchEvent(carrying('paste', [picture('image.png')]))
  await expect.element(room.getByRole('button', { name: 'Remove image.png' })).toBeVisible()
})

test('[DAY-17] pictures dropped on the conversation are attached; a wrong kind is named and left out', async () => {
  const { room, log } = await open()
  const target = log.element()
  const program = new File(['x'], 'setup.exe')
  target.dispatchEvent(carrying('dragenter', [picture('kite.png')]))
  await expect.element(room.getByText('Drop to send to Ravi Kumar')).toBeVisible()
  target.dispatchEvent(carrying('drop', [picture('kite.png'), program]))
  await expect.element(room.getByText('Drop to send to Ravi Kumar')).not.toBeInTheDocument()
  await expect.element(room.getByRole('button', { name: 'Remove kite.png' })).toBeVisible()
  await expect.element(room.getByRole('alert')).toMatchTextContent(/select a valid file/)
})

test('[DAY-17] at most ten files go at once', async () => {
  const { room } = await open()
  await room.getByLabelText('Choose a file').upload(Array.from({ length: 11 }, (_, at) => picture(`p${at}.png`)))
  await expect.element(room.getByRole('alert')).toMatchTextContent(/Only 10 files/)
  expect(room.getByRole('button', { name: /^Remove/ }).elements()).toHaveLength(10)
})
