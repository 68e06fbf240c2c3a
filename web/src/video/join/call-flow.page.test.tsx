import { getCallStatus, getRoom, giveConsent, postCallEvent } from '@saathi/contract/video/calls'
import type { Peer, VideoEvent } from '@saathi/contract/video/socket'
import { VideoCommand } from '@saathi/contract/video/socket'
import { expect, test } from 'vitest'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { fingerOn } from '../../../test/finger.ts'
import { answer, show, showApp } from '../../../test/harness.tsx'
import { callStatus } from '../call.fake.ts'
import { CallEnded } from './call-ended.tsx'
import { inMinutes, roomId, videoRoom, withVideo } from '../video.fake.ts'

const link = `/video/join-meeting/${roomId}`
const question = { name: 'May we record this call?' }
const peerId = '00000000-0000-4000-8000-0000000000aa'
const state = { microphone: true, camera: true, screen: false, hand: false }
const me: Peer = { peerId, userId: 1, name: 'Asha Rao', displayPicture: null, order: 1, state }

/** A fake video server that admits everyone or refuses with a code; `hellos` contains the tokens received. */
function playVideoServer(refusedWith?: string) {
  const hellos: string[] = []
  const sockets: FakeSocket[] = []
  const send = (socket: FakeSocket, event: VideoEvent) => socket.say(event)
  FakeSocket.server = {
    onConnect: (socket) => {
      if (!socket.url.endsWith('/ws/video/')) return
      sockets.push(socket)
      socket.open()
    },
    onMessage: (socket, message) => {
      if (!socket.url.endsWith('/ws/video/')) return
      const command = VideoCommand.parse(message)
      if (command.type !== 'hello') return
      hellos.push(command.token)
      if (refusedWith) return send(socket, { type: 'error', code: refusedWith, message: 'No.' })
      send(socket, { type: 'welcome', peerId, isResumed: false })
      send(socket, { type: 'people', people: [me] })
      send(socket, { type: 'recording', recording: { state: 'waiting', since: null, segment: null } })
    },
  }
  const last = () => sockets.findLast(({ readyState }) => readyState === FakeSocket.OPEN)
  answer(postCallEvent, { recording: 'waiting' })
  answer(getCallStatus, callStatus())
  return {
    hellos,
    dismiss: (reason: Extract<VideoEvent, { type: 'goodbye' }>['reason']) => {
      const socket = last()
      if (socket) send(socket, { type: 'goodbye', reason })
    },
  }
}

const showCall = () => showApp({ path: link, profile: withVideo() })
const storeAnswer = (consent: boolean, at = Date.now()) =>
  sessionStorage.setItem(`saathi.call.${roomId}`, JSON.stringify({ consent, microphone: true, camera: false, at }))

test.each([
  ['Yes', true],
  ['No', false],
])('[VID-03] %s is sent to the server for this room, and then the call starts', async (name, consent) => {
  const { hellos } = playVideoServer()
  answer(getRoom, videoRoom())
  const { inputs } = answer(giveConsent, { consent, recording: 'waiting' })
  const screen = await showCall()
  await screen.getByRole('button', { name, exact: true }).click()
  await expect.poll(() => hellos.at(-1)).toBe('video-token')
  expect(inputs).toEqual([{ params: { id: roomId }, query: undefined, body: { consent } }])
  expect(screen.getByRole('heading', question).elements()).toEqual([])
})

test('[VID-05] a reloaded page goes straight back into the call', async () => {
  const { hellos } = playVideoServer()
  storeAnswer(true)
  answer(getRoom, videoRoom({ consent: true }))
  await showCall()
  await expect.poll(() => hellos.at(-1)).toBe('video-token')
})

test.each([
  ['changed elsewhere', () => storeAnswer(true), false],
  ['is older than three hours', () => storeAnswer(true, Date.parse(inMinutes(-181))), true],
  ['belongs to another tab', () => {}, true],
])('[VID-05] consent is requested again if the answer %s', async (_why, prepare, consent) => {
  prepare()
  answer(getRoom, videoRoom({ consent }))
  const screen = await showCall()
  await expect.element(screen.getByRole('heading', question)).toBeVisible()
})

test('[VID-09] a call that was left shows its end, and can be joined again after the question', async () => {
  const { dismiss, hellos } = playVideoServer()
  storeAnswer(true)
  answer(getRoom, videoRoom({ consent: true }))
  const screen = await showCall()
  await expect.poll(() => hellos.length).toBeGreaterThan(0)
  dismiss('left')
  await expect.element(screen.getByRole('heading', { name: 'Call ended' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Join again' }).click()
  await expect.element(screen.getByRole('heading', question)).toBeVisible()
})

test('[VID-09] a double tap on Join again does not answer the question that follows', async () => {
  playVideoServer('video.full')
  storeAnswer(false)
  answer(getRoom, videoRoom({ consent: false }))
  const { inputs } = answer(giveConsent, { consent: false, recording: 'waiting' })
  const screen = await showCall()
  const again = screen.getByRole('button', { name: 'Join again' })
  await expect.element(again).toBeVisible()
  sessionStorage.clear()
  // Layouts differ by width and language, so the test places every button under the finger.
  const style = document.createElement('style')
  style.textContent = 'main button { position: fixed !important; inset: 0; }'
  document.head.append(style)
  const tap = fingerOn(again.element())
  await tap(0)
  await expect.element(screen.getByRole('heading', question)).toBeVisible()
  await tap(0.25)
  style.remove()
  await screen.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect.poll(() => inputs.map(({ body }) => body.consent)).toEqual([true])
})

test('[VID-10] a person refused from a full call can try again', async () => {
  playVideoServer('video.full')
  storeAnswer(false)
  answer(getRoom, videoRoom({ consent: false }))
  const screen = await showCall()
  await expect.element(screen.getByRole('heading', { name: 'This call is full' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Join again' })).toBeVisible()
})

test('[VID-10] a person refused by the socket sees the same as with an invalid link', async () => {
  playVideoServer('video.not_allowed')
  storeAnswer(false)
  answer(getRoom, videoRoom({ consent: false }))
  const screen = await showCall()
  await expect.element(screen.getByRole('heading', { name: 'This meeting link does not work' })).toBeVisible()
})

const showEnded = (...given: [Parameters<typeof videoRoom>[0], Parameters<typeof CallEnded>[0]['reason']]) =>
  show(<CallEnded room={videoRoom(given[0])} reason={given[1]} onAgain={() => {}} />, { profile: withVideo() })

test('[VID-09] the end of a call names the partner and how to call again', async () => {
  const screen = await showEnded({ channel: 7 }, 'left')
  await expect.element(screen.getByRole('heading', { name: 'Call ended' })).toBeVisible()
  await expect.element(screen.getByText('You left the call with Ravi Kumar.')).toBeVisible()
  await expect.element(screen.getByText('To call again, open your chat and tap the video button.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Open chat' })).toHaveAttribute('href', '/chat/messenger?channel=7')
  await expect.element(screen.getByRole('link', { name: 'Go To Calendar' })).toHaveAttribute('href', '/mentorship')
})

test('[VID-09] the end of a group call names three people', async () => {
  const partners = ['Meera', 'Arjun', 'Divya', 'Imran', 'Kavya'].map((name, at) => ({
    userId: at + 2,
    name,
    displayPicture: null,
  }))
  const screen = await showEnded({ partners }, 'left')
  await expect.element(screen.getByText('You left the call with Meera, Arjun, Divya and 2 others.')).toBeVisible()
})

test.each([
  ['replaced', 'You are in this call somewhere else', 'Join here'],
  ['failed', 'The connection was lost', 'Join again'],
] as const)('[VID-09] %s: explains what happened and offers to rejoin', async (reason, title, button) => {
  const screen = await showEnded({}, reason)
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: button })).toBeVisible()
})

test.each([
  ['a removed person', {}, 'removed'],
  ['a call after its closing time', { closesAt: inMinutes(-1) }, 'left'],
] as const)('[VID-09] rejoining is not offered for %s', async (_who, given, reason) => {
  const screen = await showEnded(given, reason)
  await expect.element(screen.getByRole('link', { name: 'Open chat' })).toBeVisible()
  expect(screen.getByRole('button', { name: /Join/ }).elements()).toEqual([])
})
