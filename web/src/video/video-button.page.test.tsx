import { getRatingStatus } from '@saathi/contract/chat/calls'
import { getRoom, listRooms, previewCall, startCall } from '@saathi/contract/video/calls'
import { expect, test } from 'vitest'
import { answer } from '../../test/harness.tsx'
import { openRavi, playChat, showMessenger } from '../chat/chat-server.fake.ts'
import { bot, channel, message } from '../chat/chat.fake.ts'
import { callPreview, inMinutes, openRoom, roomId, videoRoom, withVideo } from './video.fake.ts'

const button = { name: 'Start a video call' }

async function openChannel(given: Parameters<typeof channel>[1] = {}) {
  const chat = playChat([message(1)], [channel(1, given)])
  const screen = await showMessenger('/chat/messenger?channel=1', withVideo())
  await expect.element(screen.getByRole('region', { name: 'Ravi Kumar' })).toBeVisible()
  return { chat, screen }
}

test('[VID-01] the button leads to the page before a call, and nothing rings yet', async () => {
  const { inputs } = answer(startCall, videoRoom())
  answer(previewCall, callPreview())
  const { screen } = await openChannel()
  await screen.getByRole('button', button).click()
  await expect.poll(() => screen.pathNow()).toBe('/video/call/1')
  await expect.element(screen.getByRole('heading', { name: 'Call Ravi?' })).toBeVisible()
  expect(inputs).toEqual([])
})

test('[VID-01] the button is hidden without the video experience', async () => {
  playChat([message(1)])
  const { room } = await openRavi()
  expect(room.getByRole('button', button).elements()).toEqual([])
})

test("[VID-01] the button is hidden in the assistant's channel", async () => {
  answer(getRatingStatus, { isRatingDue: false, since: null })
  const { screen } = await openChannel({ kind: 'assistant', channelMembers: [bot] })
  await expect.element(screen.getByRole('log')).toBeVisible()
  expect(screen.getByRole('button', button).elements()).toEqual([])
})

test('[VID-01] the button is disabled in a blackout', async () => {
  const { screen } = await openChannel({ closed: { reason: 'blackout', until: null } })
  await expect.element(screen.getByRole('button', button)).toHaveAttribute('aria-disabled', 'true')
})

test("[VID-01] a new call appears in the list with the server's text", async () => {
  const chat = playChat([message(1)])
  const screen = await showMessenger('/chat/messenger', withVideo())
  const row = screen.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: /Ravi Kumar/ })
  await expect.element(row).toBeVisible()
  const lastMessage = { id: 2, userId: 2, text: 'Video call', createdOn: inMinutes(0) }
  chat.channels = [channel(1, { lastMessage })]
  chat.add(message(2, { message: JSON.stringify({ room: roomId }), room: { room: roomId, expires_at: inMinutes(180) } }))
  await expect.element(row).toMatchTextContent(/Video call/)
})

test('[VID-09] the video section without a call explains how to start one', async () => {
  playChat()
  const screen = await showMessenger('/chat/messenger?section=video', withVideo())
  await expect.element(screen.getByRole('heading', { name: 'No Video Call Available' })).toBeVisible()
  await expect.element(screen.getByText('Open a chat and tap the video button to start one.')).toBeVisible()
})

test('[VID-09] a call in progress can be joined from the video section', async () => {
  answer(listRooms, { rooms: [openRoom(), openRoom({ room: crypto.randomUUID(), title: 'Nobody yet', callInProgress: false })] })
  playChat()
  const screen = await showMessenger('/chat/messenger?section=video', withVideo())
  const join = screen.getByRole('link', { name: 'Join Ravi Kumar' })
  await expect.element(join).toHaveAttribute('href', `/video/join-meeting/${roomId}`)
  expect(screen.getByText('Nobody yet').elements()).toEqual([])
})

test('[VID-02] the video section shows the call in the URL', async () => {
  playChat()
  answer(getRoom, videoRoom())
  const screen = await showMessenger(`/chat/messenger?section=video&room=${roomId}`, withVideo())
  await expect.element(screen.getByRole('heading', { name: 'May we record this call?' })).toBeVisible()
  expect(screen.pathNow()).toBe(`/chat/messenger?room=${roomId}`)
})
