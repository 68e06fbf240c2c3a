import * as calls from '@saathi/contract/safety/calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { channel, message, ravi } from '#chat/chat.fake.ts'
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

test('[SAF-01] a message is reported in two taps, and help is shown first', async () => {
  const sent = answer(calls.sendReport, { report: report(), helplines })
  const { sheet } = await openSheet()
  await sheet.getByRole('button', { name: 'Threatens me or somebody' }).click()
  await expect.element(sheet.getByText('We have it')).toBeVisible()
  await expect.element(sheet.getByRole('link', { name: /^Call 1098/ })).toHaveAttribute('href', 'tel:1098')
  expect(sent.inputs).toMatchObject([{ body: { thing: { kind: 'message', id: '1' }, reason: 'threat' } }])
  await sheet.getByRole('textbox', { name: /Say more/ }).fill('He asked twice')
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect.element(sheet.getByText('We added this to your report.')).toBeVisible()
  expect(sent.inputs[1]).toMatchObject({ body: { text: 'He asked twice', reason: 'threat' } })
})

test('a refused report says why and can be sent again', async () => {
  const { sheet } = await openSheet()
  answer(calls.sendReport, refuse('safety.nothing_to_report', 404))
  await sheet.getByRole('button', { name: 'Something else' }).click()
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(/could not find that/)
  answer(calls.sendReport, { report: report({ reason: 'something_else' }), helplines: [] })
  await sheet.getByRole('button', { name: 'Something else' }).click()
  await expect.element(sheet.getByText('We have it')).toBeVisible()
})

test('[SAF-03] a person is blocked after one sentence', async () => {
  const blocked = answer(calls.blockPerson, { pausesPair: true })
  const { sheet } = await openSheet()
  await sheet.getByRole('button', { name: /^Block / }).click()
  await expect.element(sheet.getByText(/can no longer write to you or call you/)).toBeVisible()
  await sheet.getByRole('button', { name: /^Block/ }).click()
  await expect.element(sheet.getByText(/your pair is paused/)).toBeVisible()
  expect(blocked.inputs).toMatchObject([{ params: { personId: ravi.userId } }])
})
