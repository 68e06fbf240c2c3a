import { declineCall, listRooms } from '@saathi/contract/video/calls'
import type { OpenRoom } from '@saathi/contract/video/entities'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ChatSlot } from '#chat/public.ts'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, show } from '../../test/harness.tsx'
import { playChat } from '../chat/chat-server.fake.ts'
import { message } from '../chat/chat.fake.ts'
import { enterCall } from './in-call.ts'
import { inMinutes, openRoom, withVideo } from './video.fake.ts'
import { VideoSlot } from './video-slot.tsx'

/** Unique per test: other pages of this browser receive answers, too. */
let roomId = ''
let leave = () => {}
/** The calls that the fake server lists. */
let rooms: OpenRoom[] = []
const sounds: FakeAudio[] = []

/** Replaces the ring tone with a silent counter of its notes. */
class FakeAudio extends EventTarget {
  state = 'running'
  currentTime = 0
  destination = {}
  notes = 0
  constructor() {
    super()
    sounds.push(this)
  }
  createOscillator() {
    this.notes += 1
    return { frequency: { value: 0 }, connect: (next: unknown) => next, start: () => {}, stop: () => {} }
  }
  createGain() {
    const gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
    return { gain, connect: (next: unknown) => next }
  }
  async resume() {}
  async close() {
    this.state = 'closed'
  }
}

beforeEach(() => {
  sounds.length = 0
  roomId = crypto.randomUUID()
  rooms = []
  vi.stubGlobal('AudioContext', FakeAudio)
})
afterEach(() => {
  vi.unstubAllGlobals()
  leave()
})

const ravi = { userId: 2, name: 'Ravi Kumar', displayPicture: null }
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
const ringing = (endsAt = inSeconds(45)) =>
  openRoom({ room: roomId, callInProgress: false, people: [], ring: { by: ravi, endsAt } })

/** A page of the app with the chat and live sockets open. */
async function showPage() {
  const chat = playChat()
  answer(listRooms, () => ({ rooms }))
  const { inputs: declined } = answer(declineCall, ({ params }) => {
    rooms = rooms.filter(({ room }) => room !== params.id)
    return {}
  })
  const screen = await show(
    <>
      <input aria-label="Somewhere" />
      <ChatSlot />
      <VideoSlot />
    </>,
    { profile: withVideo() },
  )
  await expect.poll(() => chat.commands('unread_message').length).toBeGreaterThan(0)
  const findLive = () => FakeSocket.instances.find(({ url }) => url.endsWith('/ws/live/'))
  await expect.poll(findLive).toBeDefined()
  findLive()?.open()
  const ring = screen.getByRole('alertdialog', { name: 'Ravi Kumar is calling you' })
  /** The server lists these calls from now on. */
  function say(next: OpenRoom[]) {
    rooms = next
    findLive()?.say({ type: 'video.calls_changed', channel: 1 })
  }
  return { chat, screen, ring, say, declined }
}

const isRinging = () => sounds.some(({ state }) => state === 'running')

test('[CHT-21] an incoming call rings repeatedly and names the caller', async () => {
  const { ring, say } = await showPage()
  say([ringing()])
  await expect.element(ring).toBeVisible()
  const first = sounds.at(-1)?.notes ?? 0
  expect(first).toBeGreaterThan(0)
  await expect.poll(() => sounds.at(-1)?.notes).toBeGreaterThan(first)
})

test('[CHT-21] accepting opens the call on the chat page and stops the ringing', async () => {
  const { ring, say, screen } = await showPage()
  say([ringing()])
  await ring.getByRole('button', { name: 'Answer' }).click()
  await expect.poll(() => screen.pathNow()).toBe(`/chat/messenger?section=video&room=${roomId}`)
  await expect.poll(isRinging).toBe(false)
})

test.each([
  [
    'by its button',
    async ({ ring }: Awaited<ReturnType<typeof showPage>>) => ring.getByRole('button', { name: 'Decline', exact: true }).click(),
  ],
  ['by Escape', async () => userEvent.keyboard('{Escape}')],
])('[CHT-21] declining %s tells the server, stops the ringing and restores the focus', async (_how, decline) => {
  const page = await showPage()
  const field = page.screen.getByRole('textbox', { name: 'Somewhere' })
  await field.click()
  page.say([ringing()])
  await expect.element(page.ring).toHaveFocus()
  await decline(page)
  await expect.element(page.ring).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  expect(isRinging()).toBe(false)
  expect(page.declined.map(({ params, body }) => ({ id: params.id, body }))).toEqual([{ id: roomId, body: {} }])
})

test('[DAY-21] a call can be declined with a ready sentence or with own words', async () => {
  const { ring, say, declined } = await showPage()
  say([ringing()])
  await ring.getByRole('button', { name: 'Decline with a message' }).click()
  await ring.getByRole('textbox', { name: 'Your message' }).fill('In a meeting. At 8:30?')
  await ring.getByRole('button', { name: 'Send and decline' }).click()
  await expect.element(ring).not.toBeInTheDocument()
  expect(declined.map(({ body }) => body)).toEqual([{ words: 'In a meeting. At 8:30?' }])
})

test('[CHT-21] ringing stops when its time is over by the server', async () => {
  const { ring, say } = await showPage()
  say([ringing(inSeconds(4))])
  await expect.element(ring).toBeVisible()
  await expect.element(ring).not.toBeInTheDocument()
  await expect.poll(isRinging).toBe(false)
})

test('[CHT-21] a call that the page already shows does not ring', async () => {
  leave = enterCall(roomId, false)
  const { ring, say, screen } = await showPage()
  say([ringing()])
  await expect.element(screen.getByRole('textbox', { name: 'Somewhere' })).toBeVisible()
  expect(ring.elements()).toEqual([])
})

test('[CHT-21] a person in another call gets a quiet notice', async () => {
  leave = enterCall(crypto.randomUUID(), true)
  const { chat, screen, ring } = await showPage()
  const room = { room: roomId, expires_at: inMinutes(180) }
  chat.add(message(90, { message: '{}', room, created_on: new Date().toISOString() }))
  await expect.element(screen.getByText(/has started another call|Another call has started/)).toBeVisible()
  expect(ring.elements()).toEqual([])
  expect(sounds).toEqual([])
})

test('[CHT-21] ringing stops when it was answered, declined or given up elsewhere', async () => {
  const { ring, say } = await showPage()
  say([ringing()])
  await expect.element(ring).toBeVisible()
  say([])
  await expect.element(ring).not.toBeInTheDocument()
})

test('[CHT-21] ringing stops when the call is answered in another tab', async () => {
  const { ring, say } = await showPage()
  say([ringing()])
  await expect.element(ring).toBeVisible()
  const otherTab = new BroadcastChannel('saathi.ring')
  otherTab.postMessage({ answered: roomId })
  await expect.element(ring).not.toBeInTheDocument()
  otherTab.close()
})

test('[DAY-25] a bar leads back to a call that goes on, until it is over', async () => {
  const { screen, say, ring } = await showPage()
  say([openRoom({ room: roomId, wasIn: true })])
  const bar = screen.getByRole('region', { name: 'Call in progress' })
  await expect.element(bar.getByText('Ravi in the call')).toBeVisible()
  await expect.element(bar.getByRole('link', { name: 'Return' })).toHaveAttribute('href', `/video/join-meeting/${roomId}`)
  expect(ring.elements()).toEqual([])
  say([])
  await expect.element(bar).not.toBeInTheDocument()
})
