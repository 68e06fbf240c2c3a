import * as calls from '@saathi/contract/safety/calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { channel, message, ravi } from '#chat/chat.fake.ts'
import { playChat, showMessenger } from '#chat/chat-server.fake.ts'
import { answer } from '../../test/harness.tsx'

beforeEach(() => page.viewport(390, 844))

const helplines = [{ number: '1098', name: 'Childline', text: 'If you are under 18, day and night' }]
async function openSheet() {
  answer(calls.listSafetyHelplines, { helplines })
  answer(calls.listMyReports, { reports: [], hasMore: false })
  playChat([message(1, { message: 'Come alone' })], [channel(1)])
  const screen = await showMessenger('/chat/messenger?channel=1')
  await screen.getByRole('button', { name: /^Report or block/ }).click()
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet.getByText('Report a message')).toBeVisible()
  return { screen, sheet }
}

test('[SAF-03] a person is blocked after one sentence', async () => {
  const blocked = answer(calls.blockPerson, { pausesPair: true })
  const { sheet } = await openSheet()
  await sheet.getByRole('button', { name: /^Block / }).click()
  await expect.element(sheet.getByText(/can no longer write to you or call you/)).toBeVisible()
  await sheet.getByRole('button', { name: /^Block/ }).click()
  await expect.element(sheet.getByText(/your pair is paused/)).toBeVisible()
  expect(blocked.inputs).toMatchObject([{ params: { personId: ravi.userId } }])
})
