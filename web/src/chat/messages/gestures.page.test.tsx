import { deleteMessage, editMessage, reactToMessage } from '@saathi/contract/chat/gesture-calls'
import type { ChatMessage } from '@saathi/contract/chat/socket'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse, setServerClock } from '../../../test/harness.tsx'
import { message } from '../chat.fake.ts'
import { openRavi, playChat } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

/** Asha's, written a minute ago. */
const own = (id: number, changes: Partial<ChatMessage> = {}) =>
  message(id, { user_id: 1, created_on: new Date(Date.now() - 60_000).toISOString(), ...changes })
const menu = () => page.getByRole('dialog', { name: 'Message actions' })

async function openMenuOf(log: { getByRole: typeof page.getByRole }, text: string) {
  const bubble = log.getByRole('article').filter({ hasText: text })
  await bubble.hover()
  await bubble.getByRole('button', { name: 'More' }).click()
  await expect.element(menu()).toBeVisible()
  return menu()
}

test('[DAY-08] the menu opens by the dots, a right click and the keyboard, and offers what is possible', async () => {
  playChat([message(1), own(2), own(3, { created_on: new Date(Date.now() - 16 * 60_000).toISOString() })])
  const { log } = await openRavi()
  const theirs = await openMenuOf(log, 'Message 1')
  for (const name of ['Reply', 'Copy', 'Copy link', 'Report or block Ravi Kumar'])
    await expect.element(theirs.getByRole('button', { name, exact: true })).toBeVisible()
  for (const name of [/^Edit/, /^Delete/]) expect(theirs.getByRole('button', { name }).elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(menu()).not.toBeInTheDocument()
  await log.getByText('Message 2').click({ button: 'right' })
  await expect.element(menu().getByRole('button', { name: 'Edit 14 min left' })).toBeVisible()
  await expect.element(menu().getByRole('button', { name: 'Delete for everyone 14 min left' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  const late = await openMenuOf(log, 'Message 3')
  await expect.element(late.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  expect(late.getByRole('button', { name: /^Edit/ }).elements()).toEqual([])
})

test.each([
  { device: 'ten minutes behind', minutes: 10, left: '4 min left' },
  { device: 'ten minutes ahead', minutes: -10, left: '14 min left' },
])('[DAY-04] on a device that is $device, the server’s clock decides how long an edit is possible', async ({ minutes, left }) => {
  const serverTime = Date.now() + minutes * 60_000
  setServerClock(new Date(serverTime))
  playChat([own(1, { created_on: new Date(serverTime - (minutes > 0 ? 11.5 : 1.5) * 60_000).toISOString() })])
  const { log } = await openRavi()
  const opened = await openMenuOf(log, 'Message 1')
  await expect.element(opened.getByRole('button', { name: `Edit ${left}` })).toBeVisible()
})

test('[DAY-01] a reply shows what it answers, is sent with it, and leads to it', async () => {
  const played = playChat([message(1, { message: 'How was it?' })])
  const { room, log, field } = await openRavi()
  await (await openMenuOf(log, 'How was it?')).getByRole('button', { name: 'Reply' }).click()
  await expect.element(room.getByText('Reply to Ravi Kumar')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await field.fill('Good')
  played.answersSends = false
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => played.commands('send').at(-1)).toMatchObject({ message: 'Good', reply_to: 1 })
  await expect.element(room.getByText('Reply to Ravi Kumar')).not.toBeInTheDocument()
  played.add(own(2, { message: 'And?', reply_to: { msg_id: 1, user_id: 2, message: 'How was it?', kind: 'text' } }))
  const quote = log.getByRole('button', { name: 'Ravi Kumar How was it?' })
  await quote.click()
  await expect.poll(() => getComputedStyle(log.getByText('How was it?').last().element()).display).not.toBe('none')
  played.send({
    command: 'messages_changed',
    channel_id: 1,
    messages: [message(1, { message: '', is_deleted: true, version: 1 })],
  })
  await expect.element(log.getByText('Deleted message').first()).toBeVisible()
})

test('[DAY-02] a reaction is shown at once with its names, and pressing it again takes it back', async () => {
  playChat([message(1)])
  const sent: unknown[] = []
  answer(reactToMessage, (input) => {
    sent.push(input)
    return {}
  })
  const { log } = await openRavi()
  await log.getByRole('article').hover()
  await log.getByRole('button', { name: 'React' }).click()
  await menu().getByRole('button', { name: 'Namaste' }).click()
  const pill = log.getByRole('button', { name: 'Namaste: You' })
  await expect.element(pill).toHaveAttribute('aria-pressed', 'true')
  await pill.click()
  await expect.element(pill).not.toBeInTheDocument()
  await expect
    .poll(() => sent)
    .toMatchObject([
      { params: { id: 1 }, body: { emoji: '🙏' } },
      { params: { id: 1 }, body: { emoji: null } },
    ])
})

test('[DAY-04] an edit is written in place of the composer; a refusal keeps what was typed', async () => {
  playChat([own(1, { message: 'See you tonight' })])
  const { room, log } = await openRavi()
  await (await openMenuOf(log, 'See you tonight')).getByRole('button', { name: /^Edit/ }).click()
  const field = room.getByRole('form', { name: 'Edit message' }).getByRole('textbox', { name: 'Message' })
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('See you tonight')
  answer(editMessage, refuse('chat.too_late', 409))
  await field.fill('See you tomorrow')
  await userEvent.keyboard('{Enter}')
  await expect.element(room.getByText('A message can be changed for 15 minutes after it is sent.')).toBeVisible()
  await expect.element(field).toHaveValue('See you tomorrow')
  answer(editMessage, {})
  await room.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(log.getByText('See you tomorrow')).toBeVisible()
  await expect.element(log.getByText('edited')).toBeVisible()
  await expect.element(room.getByRole('form', { name: 'Write a message' })).toBeVisible()
})

test('[DAY-05] a message is deleted for everyone after a question, and leaves a trace', async () => {
  playChat([own(1, { message: 'Oh no' })])
  answer(deleteMessage, {})
  const { log } = await openRavi()
  const open = await openMenuOf(log, 'Oh no')
  await open.getByRole('button', { name: /^Delete for everyone/ }).click()
  await open.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(log.getByText('You deleted this message')).toBeVisible()
  await expect.element(log.getByText('Oh no')).not.toBeInTheDocument()
})

test('[DAY-09] without a connection an edit is shown as waiting, and changes missed in the meantime are fetched', async () => {
  const played = playChat([own(1, { message: 'first' })])
  const { room, log } = await openRavi()
  await (await openMenuOf(log, 'first')).getByRole('button', { name: /^Edit/ }).click()
  answer(editMessage, refuse('core.unavailable', 503))
  await room.getByRole('form', { name: 'Edit message' }).getByRole('textbox').fill('second')
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByText('second')).toBeVisible()
  await expect.element(log.getByRole('img', { name: 'Sending' })).toBeVisible()
  played.cut()
  played.comeBack()
  await expect.poll(() => played.commands('join').at(-1)?.changed_since).toMatch(/^\d{4}-/)
})

test('[DAY-03] the text of a message is copied with names, and so is a link to it', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  playChat([message(1, { message: 'Well done @[Asha Rao](1)' })])
  const { log } = await openRavi()
  await (await openMenuOf(log, 'Well done')).getByRole('button', { name: 'Copy', exact: true }).click()
  await (await openMenuOf(log, 'Well done')).getByRole('button', { name: 'Copy link' }).click()
  expect(copied).toEqual(['Well done @Asha Rao', `${location.origin}/chat/messenger?channel=1&message=1`])
})

test('[DAY-07] a link to a message opens its conversation at it', async () => {
  playChat(Array.from({ length: 90 }, (_, at) => message(at + 1)))
  const { log } = await openRavi('/chat/messenger?channel=1&message=40')
  await expect.element(log.getByText('Message 40', { exact: true })).toBeInViewport()
})
