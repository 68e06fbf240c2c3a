import { getChannelHistory, rateMeetingSummary } from '@saathi/contract/video/recording-calls'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, show } from '../../../test/harness.tsx'
import { playChat, showMessenger } from '../../chat/chat-server.fake.ts'
import { message } from '../../chat/chat.fake.ts'
import { HistoryList } from './list.tsx'
import { meeting, withVideo } from '../video.fake.ts'

const showHistory = () => show(<HistoryList channel={1} />, { profile: withVideo() })

async function openRoom() {
  playChat([message(1)])
  const screen = await showMessenger('/chat/messenger?channel=1', withVideo())
  return { screen, room: screen.getByRole('region', { name: 'Ravi Kumar' }) }
}

test('[CHT-15] on a phone the history is collapsed under View Summary & Transcript', async () => {
  answer(getChannelHistory, { history: [meeting(5)] })
  const { room } = await openRoom()
  await room.getByRole('button', { name: /Ravi and you/ }).click()
  const panel = room.getByRole('region', { name: 'Members' })
  await expect.element(panel.getByText('View Members')).toBeVisible()
  await panel.getByText('View Summary & Transcript').click()
  await expect.element(panel.getByRole('button', { name: /^Summary of the call on 14 Nov/ })).toBeVisible()
})

test('[CHT-15] on a wide screen the history is under the members', async () => {
  await page.viewport(1280, 800)
  answer(getChannelHistory, { history: [meeting(5)] })
  const { room } = await openRoom()
  const history = room.getByRole('region', { name: 'Summary & Transcript' })
  await expect.element(history.getByRole('button', { name: /^Transcript of the call on 14 Nov/ })).toBeVisible()
  await page.viewport(390, 844)
})

test('[VID-08] each recorded call shows its date, summary and transcript', async () => {
  const silent = meeting(4, { summaryTextFileUrl: null, transcriptionTextFileUrl: null, meetingDatetime: '2026-11-07T14:00:00Z' })
  const { inputs } = answer(getChannelHistory, { history: [meeting(5), silent] })
  const screen = await showHistory()
  await expect.element(screen.getByText('14 Nov, 7:30 pm')).toBeVisible()
  await expect.element(screen.getByText('16 min').first()).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Summary of the call on 14 Nov, 7:30 pm' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Transcript of the call on 14 Nov, 7:30 pm' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Watch/ }).elements()).toEqual([])
  await expect.element(screen.getByText('No transcript: we couldn’t pick up any speech.')).toBeVisible()
  expect(inputs[0]?.params).toEqual({ id: 1 })
})

test('[VID-08] a new summary appears without a reload', async () => {
  let history: ReturnType<typeof meeting>[] = []
  answer(getChannelHistory, () => ({ history }))
  const screen = await showHistory()
  await expect.element(screen.getByText(/After a recorded call, its summary/)).toBeVisible()
  history = [meeting(5)]
  const findLive = () => FakeSocket.instances.find(({ url }) => url.endsWith('/ws/live/'))
  await expect.poll(findLive).toBeDefined()
  const live = findLive()
  live?.open()
  live?.say({ type: 'video.history_changed', channel: 1 })
  await expect.element(screen.getByText('14 Nov, 7:30 pm')).toBeVisible()
})

test('[VID-08] a failed load can be retried', async () => {
  answer(getChannelHistory, 'network')
  const screen = await showHistory()
  await expect.element(screen.getByText('The calls could not be loaded')).toBeVisible()
  answer(getChannelHistory, { history: [meeting(5)] })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('14 Nov, 7:30 pm')).toBeVisible()
})

test('[VID-08] a summary is rated from the history by opening the faces and choosing one', async () => {
  answer(getChannelHistory, { history: [meeting(5)] })
  const { inputs } = answer(rateMeetingSummary, {})
  const screen = await showHistory()
  await screen.getByRole('button', { name: 'Rate the summary of 14 Nov, 7:30 pm' }).click()
  await screen.getByRole('button', { name: '4 of 5, good' }).click()
  const rated = screen.getByRole('button', { name: 'Your rating of 14 Nov, 7:30 pm: 4 of 5. Change it' })
  await expect.element(rated).toHaveFocus()
  expect(inputs.map(({ body }) => body)).toEqual([
    { meetingRecordingId: 5, userId: 1, meetingRating: { 'Accuracy of information provided?': 4 } },
  ])
  expect(screen.getByRole('group').elements()).toEqual([])
})

test('[VID-08] Escape closes the faces, and a failed rating shows an error', async () => {
  answer(getChannelHistory, { history: [meeting(5, { rating: 2 })] })
  answer(rateMeetingSummary, 'network')
  const screen = await showHistory()
  const rated = screen.getByRole('button', { name: /Your rating of 14 Nov, 7:30 pm: 2 of 5/ })
  await rated.click()
  await expect.element(screen.getByRole('group')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('group')).not.toBeInTheDocument()
  await expect.element(rated).toHaveFocus()
  await rated.click()
  await screen.getByRole('button', { name: '5 of 5, very good' }).click()
  await expect.element(screen.getByText('Your rating couldn’t be sent.')).toBeVisible()
  await expect.element(rated).toBeVisible()
})

test('[DAY-28] a summary opens in place', async () => {
  const url = URL.createObjectURL(new Blob(['Neha writes to two clinics.']))
  answer(getChannelHistory, { history: [meeting(5, { summaryTextFileUrl: url })] })
  const screen = await showHistory()
  await screen.getByRole('button', { name: 'Summary of the call on 14 Nov, 7:30 pm' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Summary of the call on 14 Nov, 7:30 pm' })
  await expect.element(dialog.getByText('Neha writes to two clinics.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('[DAY-28] people who were recorded can watch the recording, part by part', async () => {
  answer(getChannelHistory, { history: [meeting(5, { recordingUrls: ['/api/v2/files/one/', '/api/v2/files/two/'] })] })
  const screen = await showHistory()
  await screen.getByRole('button', { name: 'Watch the call on 14 Nov, 7:30 pm' }).click()
  const film = () => document.querySelector('video')
  await expect.poll(() => film()?.getAttribute('src')).toBe('/api/v2/files/one/')
  await screen.getByRole('button', { name: 'Part 2 of 2' }).click()
  await expect.poll(() => film()?.getAttribute('src')).toBe('/api/v2/files/two/')
})
