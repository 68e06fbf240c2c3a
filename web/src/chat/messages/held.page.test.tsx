import { listSafetyHelplines } from '@saathi/contract/safety/calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '../../../test/harness.tsx'
import { message } from '../chat.fake.ts'
import { openRavi, playChat } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(390, 844))

const helplines = [{ number: '14416', name: 'Tele-MANAS', text: 'Someone listens' }]

test('[SAF-12] a warned writer can send the message anyway, or delete it', async () => {
  const played = playChat([message(1)])
  played.refusesWith = 'chat.contact_warning'
  const { log, field } = await openRavi()
  await field.fill('call me on 9876543210')
  await log.getByText('Message 1').click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(log.getByText(/You decide/)).toBeVisible()
  await log.getByRole('button', { name: 'Send anyway' }).click()
  await expect.poll(() => played.commands('send').map(({ isConfirmed }) => isConfirmed)).toEqual([undefined, true])
  await expect.element(log.getByText(/You decide/)).not.toBeInTheDocument()
})

test('[SAF-12] a held message stays in its place, says that the team looks at it, and is not sent again', async () => {
  const played = playChat([message(1), message(3)])
  played.answersSends = false
  const { log, field } = await openRavi()
  await field.fill('my insta is ashu_07')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => played.commands('send').length).toBe(1)
  const tempId = played.commands('send')[0]?.tempId ?? ''
  const held = { id: 9, tempId, text: 'my insta is ashu_07', fileName: null, heldAt: message(4).created_on }
  played.held = [{ ...held, state: 'waiting' }]
  played.send({ command: 'message_held', channel_id: 1, temp_id: tempId })
  await expect.element(log.getByText(/Not delivered yet/)).toBeVisible()
  await expect.element(log.getByLabelText('Sending')).not.toBeInTheDocument()
  played.held = [{ ...held, state: 'rejected' }]
  played.send({ command: 'message_held', channel_id: 1, temp_id: null })
  await expect.element(log.getByText(/You are not in trouble/)).toBeVisible()
  played.held = []
  played.send({ command: 'message_held', channel_id: 1, temp_id: null })
  await expect.element(log.getByText('my insta is ashu_07')).not.toBeInTheDocument()
})

test('[SAF-05] words of danger show the writer numbers to call and the offer to tell the team', async () => {
  answer(listSafetyHelplines, { helplines })
  const played = playChat([message(1, { user_id: 1, message: 'I cannot go on' })])
  const { room } = await openRavi()
  played.send({ command: 'care', channel_id: 1, msg_id: 1, helplines })
  const note = room.getByRole('region', { name: 'Only you can see this' })
  await expect.element(note.getByRole('link', { name: /14416/ })).toHaveAttribute('href', 'tel:14416')
  await note.getByRole('button', { name: 'Tell our team' }).click()
  const sheet = page.getByRole('dialog', { name: 'Tell our team' })
  await expect.element(sheet.getByRole('button', { name: 'Somebody may hurt themselves' })).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'Rude or hurtful words' })).not.toBeInTheDocument()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await note.getByRole('button', { name: 'Close this note' }).click()
  await expect.element(note).not.toBeInTheDocument()
})
