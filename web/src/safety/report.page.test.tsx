import * as calls from '@saathi/contract/safety/calls'
import type { MyReport } from '@saathi/contract/safety/entities'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { channel, message, ravi } from '#chat/chat.fake.ts'
import { playChat, showMessenger } from '#chat/chat-server.fake.ts'
import { goOffline, goOnline } from '../../test/connection.ts'
import { answer, refuse, showApp } from '../../test/harness.tsx'

beforeEach(() => page.viewport(390, 844))

const helplines = [{ number: '1098', name: 'Childline', text: 'If you are under 18, day and night' }]
const report = (changes: Partial<MyReport> = {}): MyReport => ({
  id: 4,
  clientId: '7e1c6d6c-0f7b-4a8e-9d53-54d1b5f0a6c1',
  kind: 'message',
  reason: 'threat',
  about: 'Ravi Kumar',
  state: 'received',
  sentAt: '2026-11-14T06:00:00.000Z',
  answerBy: '2026-11-14T07:00:00.000Z',
  messages: [],
  readBy: [],
  mayReopen: false,
  mayTellGuardian: null,
  ...changes,
})

async function openSheet() {
  answer(calls.listSafetyHelplines, { helplines })
  answer(calls.listMyReports, { reports: [], hasMore: false })
  playChat([message(1, { message: 'Come alone', user_id: ravi.userId })], [channel(7)])
  const screen = await showMessenger('/chat/messenger?channel=7')
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
  await expect.element(sheet.getByText('Your words are with your report.')).toBeVisible()
  expect(sent.inputs[1]).toMatchObject({ body: { text: 'He asked twice', reason: 'threat' } })
})

test('[SAF-01] without a network the report waits on the device, with the numbers to call', async () => {
  const { sheet } = await openSheet()
  const sent = answer(calls.sendReport, { report: report(), helplines })
  goOffline()
  onTestFinished(goOnline)
  await sheet.getByRole('button', { name: 'Threatens me or somebody' }).click()
  await expect.element(sheet.getByText(/It is stored on your device/)).toBeVisible()
  await expect.element(sheet.getByRole('link', { name: /^Call 1098/ })).toBeVisible()
  expect(sent.inputs).toEqual([])
  goOnline()
  await expect.poll(() => sent.inputs.length).toBe(1)
})

test('a refused report says why and can be sent again', async () => {
  const { sheet } = await openSheet()
  answer(calls.sendReport, refuse('safety.nothing_to_report', 404))
  await sheet.getByRole('button', { name: 'Something else' }).click()
  await expect.element(sheet.getByText('What is wrong? One tap sends it to the Saathi team.')).toBeVisible()
  answer(calls.sendReport, { report: report({ reason: 'something_else' }), helplines: [] })
  await sheet.getByRole('button', { name: 'Something else' }).click()
  await expect.element(sheet.getByText('We have it')).toBeVisible()
})

test('[SAF-03] a person is blocked after one sentence', async () => {
  const blocked = answer(calls.blockPerson, { pausesPair: true })
  const { sheet } = await openSheet()
  await sheet.getByRole('button', { name: /^Block / }).click()
  await expect.element(sheet.getByText(/can no longer write to you or call you/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Block', exact: true }).click()
  await expect.element(sheet.getByText(/your pair is paused/)).toBeVisible()
  expect(blocked.inputs).toMatchObject([{ params: { personId: ravi.userId } }])
})

async function showReports(reports: MyReport[]) {
  answer(calls.listMyReports, { reports, hasMore: false })
  answer(calls.listBlocks, {
    blocks: [{ personId: 9, name: 'Joseph', displayPicture: null, blockedAt: '2026-11-14T06:00:00.000Z' }],
  })
  return showApp({ path: '/my-reports' })
}

test('[SAF-02] each report shows its answer, can be added to, and looked at again once', async () => {
  const team = {
    id: 1,
    by: 'Vikram Sethi',
    isFromTeam: true,
    kind: 'not_found' as const,
    text: 'It was about a film.',
    at: '2026-11-14T08:00:00.000Z',
  }
  const screen = await showReports([report({ state: 'not_found', mayReopen: true, messages: [team], readBy: ['Vikram Sethi'] })])
  await expect.element(screen.getByText('It was about a film.')).toBeVisible()
  await expect.element(screen.getByText('Read by Vikram Sethi.')).toBeVisible()
  const reopened = answer(calls.reopenReport, { report: report() })
  answer(calls.listMyReports, { reports: [report()], hasMore: false })
  await screen.getByRole('button', { name: 'Look again, once' }).click()
  await expect.element(screen.getByText('We have it')).toBeVisible()
  expect(reopened.inputs).toMatchObject([{ params: { id: 4 }, body: {} }])
  const added = answer(calls.addToReport, { report: report(), helplines: [] })
  await screen.getByRole('button', { name: 'Say more' }).click()
  await screen.getByRole('textbox').fill('There is more')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => added.inputs.length).toBe(1)
})

test('[SAF-03] blocks are taken back on the same page', async () => {
  const screen = await showReports([])
  await expect.element(screen.getByText('You have reported nothing')).toBeVisible()
  const undone = answer(calls.unblockPerson, {})
  answer(calls.listBlocks, { blocks: [] })
  await screen.getByRole('button', { name: 'Unblock Joseph' }).click()
  await expect.element(screen.getByText('You have blocked nobody.')).toBeVisible()
  expect(undone.inputs).toMatchObject([{ params: { personId: 9 } }])
})

test('reports that cannot be loaded can be tried again', async () => {
  answer(calls.listMyReports, refuse('core.broken', 500))
  answer(calls.listBlocks, { blocks: [] })
  const screen = await showApp({ path: '/my-reports' })
  await expect.element(screen.getByText('We couldn’t load your reports')).toBeVisible()
  answer(calls.listMyReports, { reports: [], hasMore: false })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('You have reported nothing')).toBeVisible()
})
