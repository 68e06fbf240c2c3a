import { uploadFile } from '@saathi/contract/core/files'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { putEntries } from '#core/offline/store.ts'
import { storedEntries } from '#core/outbox/entry.fake.ts'
import { registerUnsent } from '#core/unsaved.ts'
import { answer } from '../../../test/harness.tsx'
import { signOutOf } from '../../../test/sign-out.ts'
import { message } from '../chat.fake.ts'
import { openRavi, playChat, unsentEntry } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

test('[ACC-31] signing out asks while a message is not sent, and removes it if the person leaves anyway', async () => {
  const played = playChat([message(1)])
  played.answersSends = false
  const { screen, field, log } = await openRavi()
  await field.fill('From the tunnel')
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByRole('img', { name: 'Sending' })).toBeVisible()
  await signOutOf(screen).stayThenLeave()
  await expect.poll(storedEntries).toEqual([])
})

test('[ACC-31] signing out asks while a file is not uploaded', async () => {
  answer(uploadFile, 'network')
  playChat([message(1)])
  const { screen, room } = await openRavi()
  const file = new File([new Uint8Array(4)], 'portfolio.pdf', { type: 'application/pdf' })
  await room.getByLabelText('Choose a file').upload(file)
  await room.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(room.getByRole('alert')).toMatchTextContent(/The file did not get through\./)
  await signOutOf(screen).stayThenLeave()
})

test('[ACC-31] signing out asks about a draft in a channel', async () => {
  playChat([message(1)])
  const { screen, field } = await openRavi()
  await field.fill('Half a thou')
  await signOutOf(screen).stayThenLeave()
})

test('[ACC-31] signing out asks about unsent messages of another tab', async () => {
  playChat([message(1)])
  const { screen, log } = await openRavi()
  await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
  await putEntries('outbox', 1, [unsentEntry('From the other tab')])
  await signOutOf(screen).stayThenLeave()
})

test('[ACC-31] signing out asks nothing once everything is sent', async () => {
  playChat([message(1)])
  const { screen, field, log } = await openRavi()
  await field.fill('Hello Ravi')
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByRole('img', { name: 'Sent' })).toBeVisible()
  await signOutOf(screen).leave()
})

test('[ACC-31] signing out asks once, however many domains have unsent data', async () => {
  onTestFinished(registerUnsent(() => true))
  playChat([message(1)])
  const { screen, field } = await openRavi()
  await field.fill('Half a thou')
  await signOutOf(screen).stayThenLeave()
})

test('pressing Enter quickly in the question keeps the person signed in', async () => {
  playChat([message(1)])
  const { screen, field } = await openRavi()
  await field.fill('Half a thou')
  const { press, question } = signOutOf(screen)
  await press()
  await expect.element(question.getByRole('button', { name: 'Stay' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Half a thou')
})
