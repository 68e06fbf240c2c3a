import { listCallCards, previewCall } from '@saathi/contract/video/calls'
import { expect, test } from 'vitest'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer } from '../../../test/harness.tsx'
import { playChat, showMessenger } from '../../chat/chat-server.fake.ts'
import { message } from '../../chat/chat.fake.ts'
import { callCard, callPreview, inMinutes, roomId, withVideo } from '../video.fake.ts'

async function showCard(overrides: Parameters<typeof callCard>[0] = {}) {
  let cards = [callCard(overrides)]
  answer(listCallCards, () => ({ calls: cards }))
  playChat([message(1, { message: '{}', room: { room: roomId, expires_at: inMinutes(180) } })])
  const screen = await showMessenger('/chat/messenger?channel=1', withVideo())
  const findLive = () => FakeSocket.instances.find(({ url }) => url.endsWith('/ws/live/'))
  function change(next: Parameters<typeof callCard>[0]) {
    cards = [callCard(next)]
    findLive()?.open()
    findLive()?.say({ type: 'video.calls_changed', channel: 1 })
  }
  return { log: screen.getByRole('log'), screen, change }
}

test('[DAY-24] one card changes in place from a running call to its end', async () => {
  const people = [{ userId: 2, name: 'Ravi Kumar', displayPicture: null }]
  const { log, change } = await showCard({ state: 'live', people })
  const join = log.getByRole('article', { name: 'Video call' }).getByRole('link', { name: 'Join' })
  await expect.element(join).toHaveAttribute('href', `/video/join-meeting/${roomId}`)
  await expect.element(log.getByText('Ravi in the call')).toBeVisible()
  change({ state: 'ended', minutes: 16, meetingRecordingId: 5 })
  const ended = log.getByRole('article', { name: 'Video call ended · 16 min' })
  await expect.element(ended.getByRole('button', { name: 'Summary' })).toBeVisible()
  await expect.element(join).not.toBeInTheDocument()
})

test('[DAY-24] a missed call offers to call back, which asks first', async () => {
  answer(previewCall, callPreview())
  const { log, screen } = await showCard({ state: 'missed', minutes: 0, wasIn: false })
  const card = log.getByRole('article', { name: 'Missed video call' })
  await card.getByRole('link', { name: 'Call back' }).click()
  await expect.poll(() => screen.pathNow()).toBe('/video/call/1')
  await expect.element(screen.getByRole('heading', { name: 'Call Ravi?' })).toBeVisible()
})

test.each([
  ['the caller', { startedBy: 1 }, 'Video call · no answer'],
  ['a person who declined', { hasDeclined: true }, 'You declined a video call'],
])('[DAY-24] %s does not read that they missed it', async (_who, overrides, title) => {
  const { log } = await showCard({ state: 'missed', minutes: 0, ...overrides })
  await expect.element(log.getByRole('article', { name: title })).toBeVisible()
})
