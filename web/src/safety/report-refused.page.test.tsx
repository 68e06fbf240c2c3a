import * as calls from '@saathi/contract/safety/calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { channel, message } from '#chat/chat.fake.ts'
import { playChat, showMessenger } from '#chat/chat-server.fake.ts'
import { answer, refuse } from '../../test/harness.tsx'
import { report } from './safety.fake.ts'

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

test('a refused report says why and can be sent again', async () => {
  const { sheet } = await openSheet()
  answer(calls.sendReport, refuse('safety.nothing_to_report', 404))
  await sheet.getByRole('button', { name: 'Something else' }).click()
  await expect.element(sheet.getByText('What is wrong? One tap sends it to the Saathi team.')).toBeVisible()
  answer(calls.sendReport, { report: report({ reason: 'something_else' }), helplines: [] })
  await sheet.getByRole('button', { name: 'Something else' }).click()
  await expect.element(sheet.getByText('We have it')).toBeVisible()
})
